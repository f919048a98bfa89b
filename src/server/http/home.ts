import { homeResponseSchema } from '#shared/home.ts';
import { can } from '#shared/permissions.ts';
import { resources } from '#shared/resources/index.ts';
import { findFailedBackup } from '../backup/backup-failure.ts';
import { readSummary } from '../data-check/check-data.ts';
import { countForHome } from '../home/counts.ts';
import { listRecentChanges } from '../home/recent-changes.ts';
import { listRecentExports } from '../home/recent-exports.ts';
import type { Jobs } from '../import/jobs.ts';
import type { OperationsContext } from '../records/hooks.ts';
import type { App } from './app.ts';
import { routeOptions } from './openapi/describe-route.ts';
import { requireSession } from './plugins/auth.ts';

export const addHome = (app: App, { context, jobs }: { context: OperationsContext; jobs: Jobs }): void => {
  app.get(
    '/v1/home',
    routeOptions(
      {
        access: 'signedIn',
        tag: 'home',
        summary: 'Count what needs attention, and list recent changes by others, imports and exports',
      },
      { response: { 200: homeResponseSchema } },
    ),
    async (request) => {
      const { role, userId } = requireSession(request).session;
      const { database } = context.databaseHandle;
      const { storage } = context.files;
      const onlyUser = role === 'ADMIN' ? null : userId;
      const except = resources
        .map(({ name }) => name)
        .filter((resource) => !can({ role, action: 'update', resource }));
      return {
        success: true as const,
        message: 'Home found',
        data: {
          counts: await countForHome(context, { role, userId }),
          changes: await listRecentChanges(database, { userId, except }),
          ...(role === 'ADMIN' && {
            dataCheck: (await readSummary({ database, storage })) ?? undefined,
            failedBackup: (await findFailedBackup(database)) ?? undefined,
          }),
          imports: await jobs.listRecent(onlyUser),
          exports: await listRecentExports(database, onlyUser),
        },
      };
    },
  );
};
