import { sql } from 'kysely';
import { toLocalDay } from '#shared/local-day.ts';
import type { Extension } from '../records/extension.ts';
import { matchesYesNo } from '../records/list-query.ts';

const today = () => toLocalDay(new Date());

export const giftExtension: Extension = {
  hooks: {
    filters: {
      // Compared with null, the condition would be unknown, and so would its negation.
      isExpired: (value) =>
        value === 'false'
          ? sql`(gift."validTill" is null or gift."validTill" >= ${today()})`
          : matchesYesNo(value, sql`gift."validTill" < ${today()}`),
    },
  },
};
