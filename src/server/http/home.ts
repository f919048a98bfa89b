import { homeResponseSchema, maxHomeItems, type RecentExport } from '#shared/home.ts';
import { can } from '#shared/permissions.ts';
import { resources } from '#shared/resources/index.ts';
import { findFailedBackup } from '../backup/backup-schedule.ts';
import { readSummary } from '../data-check/check-data.ts';
import type { Database } from '../database/tables.ts';
import { countForHome, listRecentChanges } from '../home/read-home.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { OperationsContext } from '../records/hooks.ts';

import { type App, addRoute } from './route.ts';

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

export const addHome = (app: App, { context, jobs }: { context: OperationsContext; jobs: Jobs }): void => {
  addRoute(app, {
    url: 'GET /v1/home',
    access: 'signedIn',
    tag: 'home',
    summary: 'Count what needs attention, and list recent changes by others, imports and exports',
    response: homeResponseSchema,
    handle: async (_request, { session: { role, userId } }) => {
      const { database } = context.databaseHandle;
      const { storage } = context.files;
      const onlyUser = role === 'ADMIN' ? null : userId;
      const except = resources.map(({ name }) => name).filter((resource) => !can({ role, action: 'update', resource }));
      return {
        message: 'Home found',
        data: {
          counts: await countForHome(context, { role, userId }),
          changes: await listRecentChanges(database, { userId, except }),
          ...(role === 'ADMIN' && {
            dataCheck: (await readSummary({ database, storage })) ?? undefined,
            failedBackup: (await findFailedBackup(database)) ?? undefined,
          }),
          imports: await jobs.listRecentImports(onlyUser),
          exports: await listRecentExports(database, onlyUser),
        },
      };
    },
  });
};
