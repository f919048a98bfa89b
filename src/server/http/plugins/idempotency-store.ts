import type { Database, IdempotencyKeyTable } from '../../database/tables.ts';

const keptFor = 24 * 60 * 60 * 1000;

export const findStoredResponse = (
  database: Database,
  _id: string,
): Promise<IdempotencyKeyTable | undefined> =>
  database.selectFrom('keptAnswer').selectAll().where('_id', '=', _id).executeTakeFirst();

export const storeResponse = async (
  database: Database,
  {
    _id,
    request,
    status,
    answer,
  }: Pick<IdempotencyKeyTable, '_id' | 'request' | 'status'> & { answer: object },
): Promise<void> => {
  const createdAt = new Date().toISOString();
  const body = JSON.stringify(answer);
  await database.insertInto('keptAnswer').values({ _id, request, status, body, createdAt }).execute();
};

export const deleteExpiredResponses = async (database: Database): Promise<void> => {
  const oldest = new Date(Date.now() - keptFor).toISOString();
  await database.deleteFrom('keptAnswer').where('createdAt', '<', oldest).execute();
};
