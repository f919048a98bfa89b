import { sql } from 'kysely';
import type { Extension } from '../records/extension.ts';
import { matchesYesNo } from '../records/list-query.ts';

export const categoryExtension: Extension = {
  hooks: {
    filters: {
      // The literal status lets the partial index of migration 0023 answer it.
      hasActiveProducts: (value) =>
        matchesYesNo(
          value,
          sql`exists (
            select 1 from product
            where product."categoryId" = category."_id" and product.status = 'ACTIVE'
          )`,
        ),
    },
  },
};
