import { sql } from 'kysely';
import {
  firstSteps,
  getHomeFilters,
  type Home,
  homeCounts,
  homeResponseSchema,
  maxHomeItems,
  maxHomeNames,
  type RecentChange,
  type RecentExport,
} from '#shared/home.ts';
import { can, type Role } from '#shared/permissions.ts';
import { findResource, resources } from '#shared/resources/index.ts';
import { findFailedBackup } from '../backup/backup-schedule.ts';
import { readSummary } from '../data-check/check-data.ts';
import { type Database, resourceTables } from '../database/tables.ts';
import { listHistory } from '../history/entries.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { countFindings } from '../records/findings.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { createRepository, readSummaries, toRecordKey } from '../records/repository.ts';
import { listPausedWebhooks } from '../webhooks/rows.ts';
import { type App, addRoute } from './route.ts';

/** Counts the records that need attention and names the first, of the resources that the role may read. */
export const countForHome = async (
  {
    databaseHandle,
    getHooks,
  }: Pick<OperationsContext, 'getHooks'> & {
    databaseHandle: { database: Database };
  },
  { role, userId }: { role: Role; userId: string },
): Promise<Home['counts']> => {
  const counts: Home['counts'] = [];
  for (const count of homeCounts) {
    const resource = findResource(count.resource);
    if (!resource || !can({ role, action: 'read', resource: resource.name })) continue;
    const repository = createRepository(resource, databaseHandle.database, getHooks(resource.name));
    const found = await repository.countAndName(getHomeFilters(count, userId), maxHomeNames);
    counts.push({ name: count.name, ...found });
  }
  return counts;
};

const checks = ['pictures', 'texts'] as const;

/** Returns what records lack to be accessible, of the resources that the role may change. */
const listFindings = async (
  { databaseHandle: { database }, getHooks }: OperationsContext,
  role: Role,
): Promise<Home['findings']> => {
  const counts = await countFindings(database);
  const findings: Home['findings'] = [];
  for (const resource of resources.filter(({ name }) => can({ role, action: 'update', resource: name }))) {
    for (const check of checks) {
      const total = counts.get(resource.name)?.[check] ?? 0;
      if (total === 0) continue;
      const repository = createRepository(resource, database, getHooks(resource.name));
      const { records } = await repository.countAndName({ check }, maxHomeNames);
      findings.push({ resource: resource.name, check, total, records });
    }
  }
  return findings;
};

/** Returns whether there are records of what the user can add to begin; nothing once there are. */
const listFirstSteps = async (database: Database, role: Role): Promise<Home['firstSteps']> => {
  const steps: Home['firstSteps'] = [];
  for (const resource of firstSteps.filter((name) => can({ role, action: 'create', resource: name }))) {
    const rows = await resourceTables(database).selectFrom(resource).select('_id').limit(2).execute();
    // The first user is the one who set up the office.
    steps.push({ resource, isDone: rows.length > (resource === 'user' ? 1 : 0) });
  }
  return steps.every(({ isDone }) => isDone) ? [] : steps;
};

type ListedChange = Omit<RecentChange, 'changedFields' | 'before' | 'after' | 'image'>;

/** Limit of the changesets that are searched for those of others. */
const maxChangesets = 200;

/**
 * Lists the newest changesets of other users, without those of the resources in `except`. Steps from changeset to
 * changeset, because one of them can have thousands of entries.
 */
export const listRecentChanges = async (
  database: Database,
  { userId, except }: { userId: string; except: readonly string[] },
): Promise<ListedChange[]> => {
  const firstId = sql`(select min(_id) from history as entry where entry."changeId" = newest."changeId")`;
  const isVisible = except.length > 0 ? sql`newest.resource not in (${sql.join(except)})` : sql`1 = 1`;
  const { rows } = await sql<Omit<ListedChange, 'total'> & { total: number | string }>`
    with recursive changeset(_id, "firstId", position) as (
      select newest._id, ${firstId}, 1 from history as newest
      where newest._id = (select max(_id) from history)
      union all
      select newest._id, ${firstId}, changeset.position + 1 from changeset
      join history as newest
        on newest._id = (select max(_id) from history as older where older._id < changeset."firstId")
      where changeset.position < ${maxChangesets}
    )
    select newest."changeId", newest.resource, newest."recordId", newest.title, newest.action,
      newest."userId", newest."userName", newest.at,
      (select count(*) from history as entry where entry."changeId" = newest."changeId") as total
    from changeset join history as newest on newest._id = changeset._id
    where newest."userId" <> ${userId} and ${isVisible}
    order by changeset.position limit ${maxHomeItems}
  `.execute(database);
  return rows.map((row) => ({ ...row, total: Number(row.total) }));
};

const listedMs = 7 * 24 * 60 * 60 * 1000;

/** Lists the newest exports of the last 7 days from the audit log: those of one user, or with null those of everyone. */
const listRecentExports = (database: Database, userId: string | null): Promise<RecentExport[]> =>
  database
    .selectFrom('audit')
    .select(['_id', 'detail', 'userName', 'createdAt'])
    .where('event', '=', 'export')
    .where('createdAt', '>', new Date(Date.now() - listedMs).toISOString())
    .$if(userId !== null, (exports) => exports.where('userId', '=', userId))
    .orderBy('_id', 'desc')
    .limit(maxHomeItems)
    .execute();

/** Values of this many characters of JSON fit into a line. */
const maxValuesLength = 500;

/** Adds what a change of one record changed, with the values if it was one short field. */
const describeChange = async (
  { databaseHandle: { database }, getHooks }: OperationsContext,
  change: ListedChange,
): Promise<Omit<RecentChange, 'image'>> => {
  const nothing = { ...change, changedFields: [], before: null, after: null };
  if (change.total > 1 || change.action !== 'update') return nothing;
  const query = { changeId: change.changeId, pageIndex: 0, pageSize: 1, except: [] };
  const [entry] = (await listHistory({ database, getHooks }, query)).data;
  if (!entry) return nothing;
  const { changedFields, before, after } = entry;
  const isShort = changedFields.length === 1 && JSON.stringify([before, after]).length <= maxValuesLength;
  return { ...change, changedFields, ...(isShort ? { before, after } : { before: null, after: null }) };
};

export const addHome = (app: App, context: OperationsContext & { jobs: Jobs }): void => {
  addRoute(app, {
    url: 'GET /v1/home',
    summary: 'Count what needs attention, and list recent changes by others, imports and exports',
    response: homeResponseSchema,
    handle: async (_request, { session: { role, userId } }) => {
      const { database } = context.databaseHandle;
      const { storage } = context.files;
      const onlyUser = role === 'ADMIN' ? null : userId;
      const except = resources.map(({ name }) => name).filter((resource) => !can({ role, action: 'update', resource }));
      const changes = await listRecentChanges(database, { userId, except });
      const summaries = await readSummaries(database, changes);
      const pausedWebhooks = role === 'ADMIN' ? await listPausedWebhooks(database) : [];
      return {
        message: 'Home found',
        data: {
          counts: await countForHome(context, { role, userId }),
          findings: await listFindings(context, role),
          firstSteps: await listFirstSteps(database, role),
          changes: await Promise.all(
            changes.map(async (change) => ({
              ...(await describeChange(context, change)),
              image: summaries.get(toRecordKey(change))?.image ?? null,
            })),
          ),
          ...(role === 'ADMIN' && {
            dataCheck: (await readSummary({ database, storage })) ?? undefined,
            failedBackup: (await findFailedBackup(database)) ?? undefined,
          }),
          ...(pausedWebhooks.length > 0 && { pausedWebhooks }),
          imports: await context.jobs.listRecentImports(onlyUser),
          exports: await listRecentExports(database, onlyUser),
        },
      };
    },
  });
};
