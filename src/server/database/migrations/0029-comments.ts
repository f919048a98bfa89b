import type { Kysely } from 'kysely';

/** Adds comments on records, and the notices of the users whom they mention. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .createTable('comment')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('recordId', 'text', (column) => column.notNull())
    .addColumn('threadId', 'text', (column) => column.notNull())
    .addColumn('authorId', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('editedAt', 'text')
    .addColumn('deletedAt', 'text')
    .addColumn('resolvedAt', 'text')
    .addColumn('resolvedById', 'text')
    .execute();
  await database.schema
    .createIndex('comment_by_record')
    .on('comment')
    .columns(['resource', 'recordId', '_id'])
    .execute();
  await database.schema.createIndex('comment_by_thread').on('comment').columns(['threadId', '_id']).execute();
  await database.schema.createIndex('comment_by_author').on('comment').columns(['authorId']).execute();
  await database.schema
    .createTable('commentMention')
    .addColumn('commentId', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.notNull())
    .addColumn('readAt', 'text')
    .addPrimaryKeyConstraint('commentMention_key', ['commentId', 'userId'])
    .execute();
  await database.schema
    .createIndex('commentMention_by_user')
    .on('commentMention')
    .columns(['userId', 'commentId'])
    .execute();
};
