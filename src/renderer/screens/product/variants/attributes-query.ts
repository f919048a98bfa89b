import { queryOptions } from '@tanstack/react-query';
import type { AttributeWithValues } from '#shared/product/variant-draft.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { request } from '../../../resource-kit/client.ts';
import { queryKeys } from '../../../resource-kit/query-client.ts';

/** All attributes with their values. */
export const attributesQuery = queryOptions({
  queryKey: [...queryKeys.lists(attribute.name), 'withValues'],
  queryFn: async ({ signal }) =>
    (await request<{ data: AttributeWithValues[] }>('GET', '/attribute/getAttributeWithValue', { signal }))
      .data,
});
