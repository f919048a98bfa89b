import type { Kysely } from 'kysely';

/** Renames trash.alongWith to deletedWith, job.server to serverId and the table keptAnswer to idempotencyKey. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema.alterTable('trash').renameColumn('alongWith', 'deletedWith').execute();
  await database.schema.alterTable('job').renameColumn('server', 'serverId').execute();
  await database.schema.alterTable('keptAnswer').renameTo('idempotencyKey').execute();
};
