import { maxHomeItems, type RecentExport } from '#shared/home.ts';
import type { Database } from '../database/tables.ts';

const listedMs = 7 * 24 * 60 * 60 * 1000;

/** Lists the newest exports of the last 7 days from the audit log: those of one user, or with null those of everyone. */
export const listRecentExports = (database: Database, userId: string | null): Promise<RecentExport[]> =>
  database
    .selectFrom('audit')
    .select(['_id', 'detail', 'userName', 'createdAt'])
    .where('event', '=', 'export')
    .where('createdAt', '>', new Date(Date.now() - listedMs).toISOString())
    .$if(userId !== null, (exports) => exports.where('userId', '=', userId))
    .orderBy('_id', 'desc')
    .limit(maxHomeItems)
    .execute();
