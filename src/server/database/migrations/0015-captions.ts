import type { Kysely } from 'kysely';

/** Adds video.captions, life-at-saya.captions. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema.alterTable('video').addColumn('captions', 'text').execute();
  await database.schema.alterTable('life-at-saya').addColumn('captions', 'text').execute();
};
