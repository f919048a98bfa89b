import type { Kysely } from 'kysely';

type UserRow = { _id: string; name: string; email: string; phone: string; passwordHash: string };
type Before = {
  user: UserRow & { search: string; phoneKey: string | null };
  credential: { userId: string; passwordHash: string };
};

const singleIndexes = [
  ['faq', 'status'],
  ['country', 'status'],
  ['region', 'countryId'],
  ['region', 'status'],
  ['category', 'status'],
] as const;

const searchTextOf = ({ name, email, phone }: UserRow) =>
  [name, email, phone]
    .map((text) =>
      text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .toLowerCase()
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
    .join('\n');

/** Keeps passwords apart from users, makes phone numbers unique, and lets filtered pages be read in order. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .createTable('credential')
    .addColumn('userId', 'text', (column) => column.primaryKey().notNull().references('user._id').onDelete('cascade'))
    .addColumn('passwordHash', 'text', (column) => column.notNull())
    .execute();
  await database.schema.alterTable('user').addColumn('phoneKey', 'text').execute();

  const tables = database as Kysely<Before>;
  const users = await tables.selectFrom('user').select(['_id', 'name', 'email', 'phone', 'passwordHash']).execute();
  for (const user of users) {
    await tables.insertInto('credential').values({ userId: user._id, passwordHash: user.passwordHash }).execute();
    await tables
      .updateTable('user')
      .set({ search: searchTextOf(user), phoneKey: user.phone || null })
      .where('_id', '=', user._id)
      .execute();
  }

  await database.schema.alterTable('user').dropColumn('passwordHash').execute();
  await database.schema.dropIndex('user_phone').execute();
  await database.schema.createIndex('user_phoneKey').unique().on('user').column('phoneKey').execute();
  for (const [table, column] of singleIndexes) {
    await database.schema.dropIndex(`${table}_${column}`).execute();
    await database.schema.createIndex(`${table}_${column}`).on(table).columns([column, '_id']).execute();
  }
};
