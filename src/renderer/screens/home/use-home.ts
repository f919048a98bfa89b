import { useQuery } from '@tanstack/react-query';
import { isArrayOf, isBoolean, isNumber, isOptional, isShape, isString } from '#shared/guards.ts';
import {
  type DataCheckSummary,
  type FailedBackup,
  type Home,
  homeCounts,
  type RecentChange,
  type RecentExport,
  type RecentImport,
} from '#shared/home.ts';
import { jobStates } from '#shared/import.ts';
import { request } from '../../resource-kit/client.ts';
import { queryKeys } from '../../resource-kit/query-client.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';

const pollIntervalMs = 2000;

const isRunning = ({ state }: Home['imports'][number]): boolean => state === 'running' || state === 'waiting';

const isNullOr =
  <T>(is: (value: unknown) => value is T) =>
  (value: unknown): value is T | null =>
    value === null || is(value);

const isOneOf =
  <T extends string>(values: readonly T[]) =>
  (value: unknown): value is T =>
    values.some((each) => each === value);

// Not the schema of the server, which would load a library before the first page.
const isHome = isShape<{ data: Home }>({
  data: isShape<Home>({
    counts: isArrayOf(
      isShape<Home['counts'][number]>({
        name: isOneOf(homeCounts.map(({ name }) => name)),
        total: isNumber,
      }),
    ),
    changes: isArrayOf(
      isShape<RecentChange>({
        changeId: isString,
        resource: isString,
        recordId: isString,
        title: isString,
        at: isString,
        action: isOneOf(['create', 'update', 'delete', 'purge']),
        userId: isNullOr(isString),
        userName: isNullOr(isString),
        total: isNumber,
      }),
    ),
    dataCheck: isOptional(
      isShape<DataCheckSummary>({
        checkedAt: isString,
        isDamaged: isBoolean,
        missingFiles: isShape<DataCheckSummary['missingFiles']>({
          total: isNumber,
          listed: isArrayOf(
            isShape<DataCheckSummary['missingFiles']['listed'][number]>({
              file: isString,
              resource: isString,
              recordId: isString,
              field: isString,
              title: isString,
            }),
          ),
        }),
        orphanRows: isNumber,
      }),
    ),
    failedBackup: isOptional(
      isShape<FailedBackup>({ failedAt: isString, reason: isString, lastBackupAt: isNullOr(isString) }),
    ),
    exports: isOptional(
      isArrayOf(
        isShape<RecentExport>({
          _id: isString,
          detail: isNullOr(isString),
          userName: isNullOr(isString),
          createdAt: isString,
        }),
      ),
    ),
    imports: isArrayOf(
      isShape<RecentImport>({
        _id: isString,
        kind: isString,
        message: isString,
        createdAt: isString,
        updatedAt: isString,
        state: isOneOf(jobStates),
        progress: isShape<RecentImport['progress']>({
          phase: isOneOf(['waiting', 'reading', 'writing', 'ended']),
          done: isNumber,
          total: isNullOr(isNumber),
        }),
      }),
    ),
  }),
});

const fetchHome = async ({ signal }: { signal: AbortSignal }): Promise<Home> => {
  const home = await request<unknown>('GET', '/home', { signal });
  if (!isHome(home)) throw new Error('The server sent an unexpected response');
  return home.data;
};

/** Counts, changes and imports, followed while an import is running. */
export const useHome = () =>
  useQuery({
    queryKey: queryKeys.home,
    queryFn: fetchHome,
    enabled: useIsFullServer() === true,
    refetchInterval: ({ state }) => (state.data?.imports.some(isRunning) ? pollIntervalMs : false),
  });

export type HomeQuery = ReturnType<typeof useHome>;
