import { referencesTo } from '#shared/resources/index.ts';
import { user } from '#shared/resources/user.ts';
import { findTwoFactor } from '../auth/two-factor.ts';
import { type Database, resourceTables } from '../database/tables.ts';
import { parseEntry } from '../history/whole-records.ts';
import { pickRecordFields } from '../records/list-query.ts';
import { createRepository } from '../records/repository.ts';

async function* readHistory(database: Database, userId: string): AsyncGenerator<object> {
  const entries = database
    .selectFrom('history')
    .selectAll()
    .where('resource', '=', user.name)
    .where('recordId', '=', userId)
    .orderBy('_id')
    .stream();
  for await (const entry of entries) yield parseEntry(entry);
}

async function* readReferrers(database: Database, userId: string): AsyncGenerator<object> {
  for (const { resource, fieldName } of referencesTo(user.name)) {
    const rows = resourceTables(database)
      .selectFrom(resource.name)
      .selectAll()
      .where(fieldName, '=', userId)
      .orderBy('_id')
      .stream();
    for await (const row of rows) yield pickRecordFields(resource, row);
  }
}

const listSections = (database: Database, userId: string): Record<string, AsyncIterable<object>> => ({
  history: readHistory(database, userId),
  changes: database
    .selectFrom('history')
    .select(['at', 'action', 'resource', 'recordId', 'title'])
    .where('userId', '=', userId)
    .orderBy('_id')
    .stream(),
  passkeys: database
    .selectFrom('passkey')
    .select(['name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('_id')
    .stream(),
  sessions: database
    .selectFrom('session')
    .select(['userId', 'createdAt', 'expiresAt', 'revokedAt', 'device', 'address', 'lastSeenAt', 'confirmedAt'])
    .where('userId', '=', userId)
    .stream(),
  notifications: readReferrers(database, userId),
  views: database
    .selectFrom('savedView')
    .select(['resource', 'name', 'search', 'createdAt', 'updatedAt'])
    .where('ownerId', '=', userId)
    .orderBy('_id')
    .stream(),
  comments: database
    .selectFrom('comment')
    .select(['resource', 'recordId', 'text', 'createdAt', 'editedAt'])
    .where('authorId', '=', userId)
    .orderBy('_id')
    .stream(),
  mentions: database
    .selectFrom('commentMention')
    .innerJoin('comment', 'comment._id', 'commentMention.commentId')
    .select(['resource', 'recordId', 'createdAt', 'readAt'])
    .where('userId', '=', userId)
    .orderBy('commentId')
    .stream(),
  imports: database
    .selectFrom('job')
    .select(['kind', 'state', 'createdAt', 'updatedAt'])
    .where('userId', '=', userId)
    .orderBy('_id')
    .stream(),
  audit: database
    .selectFrom('audit')
    .selectAll()
    .where((where) => where.or([where('userId', '=', userId), where('subjectId', '=', userId)]))
    .orderBy('_id')
    .stream(),
});

/** Streams all data about a user as JSON; null if nothing is known of that id. */
export const collectPersonalData = async (
  database: Database,
  userId: string,
): Promise<AsyncIterable<string> | null> => {
  const record = await createRepository(user, database).find(userId);
  const known = database.selectFrom('history').select('_id').where('resource', '=', user.name);
  if (!record && !(await known.where('recordId', '=', userId).limit(1).executeTakeFirst())) return null;
  const twoFactor = await findTwoFactor(database, userId);
  const head = {
    exportedAt: new Date().toISOString(),
    user: record ?? null,
    twoFactor: Boolean(twoFactor?.confirmedAt),
  };
  return (async function* () {
    yield JSON.stringify(head).slice(0, -1);
    for (const [name, items] of Object.entries(listSections(database, userId))) {
      yield `,\n${JSON.stringify(name)}:[`;
      let separator = '\n';
      for await (const item of items) {
        yield separator + JSON.stringify(item);
        separator = ',\n';
      }
      yield ']';
    }
    yield '}\n';
  })();
};
