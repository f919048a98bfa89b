import type { Kysely } from 'kysely';

/** Describes sessions, and adds second factors of accounts: authenticator apps, recovery codes and passkeys. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  for (const column of ['device', 'address', 'lastSeenAt', 'confirmedAt']) {
    await database.schema.alterTable('session').addColumn(column, 'text').execute();
  }

  await database.schema
    .createTable('twoFactor')
    .addColumn('userId', 'text', (column) => column.primaryKey().notNull().references('user._id').onDelete('cascade'))
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('confirmedAt', 'text')
    .addColumn('lastStep', 'integer', (column) => column.notNull())
    .addColumn('recoverySalt', 'text')
    .execute();

  await database.schema
    .createTable('recoveryCode')
    .addColumn('userId', 'text', (column) => column.notNull().references('user._id').onDelete('cascade'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recoveryCode_key', ['userId', 'hash'])
    .execute();

  await database.schema
    .createTable('passkey')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('userId', 'text', (column) => column.notNull().references('user._id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('publicKey', 'text', (column) => column.notNull())
    .addColumn('counter', 'text', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('lastUsedAt', 'text')
    .execute();
  await database.schema.createIndex('passkey_userId').on('passkey').column('userId').execute();

  await database.schema
    .createTable('passkeyChallenge')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('userId', 'text', (column) => column.references('user._id').onDelete('cascade'))
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .execute();
};
