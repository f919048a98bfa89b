import type { Database } from './tables.ts';

export const readSetting = async (database: Database, _id: string): Promise<string | null> => {
  const found = await database.selectFrom('setting').select('value').where('_id', '=', _id).executeTakeFirst();
  return found?.value ?? null;
};

export const saveSetting = async (database: Database, _id: string, value: string): Promise<void> => {
  await database
    .insertInto('setting')
    .values({ _id, value })
    .onConflict((conflict) => conflict.column('_id').doUpdateSet({ value }))
    .execute();
};
