import { sql } from 'kysely';
import type { Logger } from 'pino';
import { referencesTo } from '#shared/resources/index.ts';
import { user } from '#shared/resources/user.ts';
import { eraseCommentsOfUser } from '../comments/write-comments.ts';
import { likePattern, searchIndexName } from '../database/search.ts';
import { type Database, isSqlite } from '../database/tables.ts';
import { eraseHistory, purge } from '../history/trash.ts';
import { parseEntry } from '../history/whole-records.ts';
import { AppError } from '../lib/app-error.ts';
import { executeDeletion } from '../records/delete.ts';
import type { OperationsContext, WriteContext } from '../records/hooks.ts';
import { createRepository } from '../records/repository.ts';

type Target = { resource: string; recordIds: string[] };

/** Finds deleted records of a resource that belonged to the user. Existing ones prevent the user's deletion. */
const findOwnedRecords = async (
  database: Database,
  { resource, fieldName, userId }: { resource: string; fieldName: string; userId: string },
): Promise<string[]> => {
  const pattern = likePattern(`"${fieldName}":${JSON.stringify(userId)}`);
  const mentioned = await database
    .selectFrom('history')
    .select('recordId')
    .distinct()
    .where('resource', '=', resource)
    .where(sql<boolean>`(before like ${pattern} escape '\\' or after like ${pattern} escape '\\')`)
    .where(sql<boolean>`${sql.ref('recordId')} not in (select _id from ${sql.table(resource)})`)
    .execute();
  return mentioned.map(({ recordId }) => recordId);
};

const purgeRecords = async (write: WriteContext, { resource, recordIds }: Target): Promise<void> => {
  const { database } = write;
  const items = await database
    .selectFrom('trash')
    .select('_id')
    .where('resource', '=', resource)
    .where('recordId', 'in', recordIds)
    .execute();
  await purge(
    write,
    items.map(({ _id }) => _id),
  );
  // Records that are no longer in the trash still have their history.
  const remaining = await database
    .selectFrom('history')
    .select('recordId')
    .distinct()
    .where('resource', '=', resource)
    .where('recordId', 'in', recordIds)
    .where((where) => where.or([where('before', 'is not', null), where('after', 'is not', null)]))
    .execute();
  await eraseHistory(
    write,
    resource,
    remaining.map(({ recordId }) => recordId),
  );
};

const eraseNames = async (database: Database, userId: string): Promise<void> => {
  for (const table of ['history', 'trash'] as const) {
    await database
      .updateTable(table)
      .set({ userName: null })
      .where('userId', '=', userId)
      .where('userName', 'is not', null)
      .execute();
  }
  await database.updateTable('audit').set({ userName: null, address: null }).where('userId', '=', userId).execute();
  await database.updateTable('audit').set({ subjectName: null }).where('subjectId', '=', userId).execute();
};

/** Name, email address and phone number of a user, as far as they are known. */
export type Identity = { name: string; email: string; phone: string };

const minTextLength = 6;

/** Patterns that find the user in JSON. A name counts only as a whole value, as it may be part of other words. */
const toPatterns = (userId: string, { name, email, phone }: Identity): string[] => [
  likePattern(userId),
  ...[email, phone].filter((text) => text.length >= minTextLength).map(likePattern),
  ...(name ? [likePattern(JSON.stringify(name))] : []),
];

/** Deletes responses and import reports that mention the user. Both are kept for a few days at most. */
const deleteResponses = async (database: Database, userId: string, identity: Identity): Promise<void> => {
  for (const pattern of toPatterns(userId, identity)) {
    await database.deleteFrom('idempotencyKey').where(sql<boolean>`body like ${pattern} escape '\\'`).execute();
    await database
      .deleteFrom('job')
      .where('state', '!=', 'running')
      .where(sql<boolean>`outcome like ${pattern} escape '\\'`)
      .execute();
  }
  await database.deleteFrom('job').where('state', '!=', 'running').where('userId', '=', userId).execute();
};

/** FTS5 only marks deleted text; merging its segments removes it. */
const cleanSearchIndex = async (database: Database): Promise<void> => {
  if (!isSqlite(database)) return;
  const index = sql.ref(searchIndexName(user));
  await sql`insert into ${index} (${index}) values ('optimize')`.execute(database);
};

/** Returns what identified a deleted user, from the newest entry that isn't erased; undefined if there is none. */
export const findDeletedUser = async (database: Database, id: string): Promise<Identity | undefined> => {
  const entry = await database
    .selectFrom('history')
    .selectAll()
    .where('resource', '=', user.name)
    .where('recordId', '=', id)
    .where('title', '!=', '')
    .orderBy('_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!entry) return undefined;
  const { title, before, after } = parseEntry(entry);
  const { email, phone } = before ?? after ?? {};
  return { name: title, email: String(email ?? ''), phone: String(phone ?? '') };
};

/** Erases the personal data of a deleted user. */
export const erasePersonalData = async (
  write: WriteContext,
  { userId, identity }: { userId: string; identity: Identity },
): Promise<void> => {
  const { database } = write;
  for (const { resource, fieldName } of referencesTo(user.name)) {
    const recordIds = await findOwnedRecords(database, { resource: resource.name, fieldName, userId });
    await purgeRecords(write, { resource: resource.name, recordIds });
  }
  await purgeRecords(write, { resource: user.name, recordIds: [userId] });
  await eraseCommentsOfUser(database, userId);
  await eraseNames(database, userId);
  await database.deleteFrom('savedView').where('visibleTo', '=', userId).execute();
  await deleteResponses(database, userId, identity);
  await cleanSearchIndex(database);
};

const nobody: Identity = { name: '', email: '', phone: '' };

const deleteUser = async (context: OperationsContext, write: WriteContext, userId: string): Promise<void> => {
  const rows = await createRepository(user, write.database).findRows([userId]);
  if (rows.length === 0) return;
  await context.getHooks(user.name).beforeDelete?.(write, rows);
  const groups = [];
  for (const { resource, fieldName } of referencesTo(user.name)) {
    const ids = await createRepository(resource, write.database).findReferrerIds(fieldName, [userId]);
    groups.push({ resource, ids });
  }
  await executeDeletion(context, write, [...groups, { resource: user, ids: [userId] }]);
};

/**
 * Erases users again whose data a restored backup has brought back. The audit log, which survives a restore, names
 * them.
 */
export const eraseAgain = async (
  write: WriteContext,
  { context, log }: { context: OperationsContext; log: Logger },
): Promise<void> => {
  const { database } = write;
  const erased = await database
    .selectFrom('audit')
    .select('subjectId')
    .distinct()
    .where('event', '=', 'personalDataErased')
    .execute();
  for (const { subjectId: userId } of erased) {
    if (userId === null) continue;
    try {
      await deleteUser(context, write, userId);
    } catch (error) {
      // The last admin can't be erased, because the restored data would be inaccessible.
      if (!(error instanceof AppError)) throw error;
      log.warn({ userId }, 'an erased user is back, because the restored data has no other admin');
      continue;
    }
    const identity = (await findDeletedUser(database, userId)) ?? nobody;
    await erasePersonalData(write, { userId, identity });
  }
};
