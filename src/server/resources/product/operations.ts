import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import type { Operations } from '../../records/operations.ts';

/** Completes a record from the columns that follow from its variants. */
const toFullRecord = ({ variantImage, ...row }: AnyRecord): AnyRecord => ({
  ...row,
  imageUrl: row.thumbnail ?? variantImage ?? null,
  variantCount: Number(row.variantCount),
  imageCount: Number(row.imageCount),
  completeness: Number(row.completeness),
});

export const productOperations = (standard: Operations): Operations => ({
  ...standard,
  list: async (query) => {
    const { data, total } = await standard.list(query);
    return { data: data.map(toFullRecord), total };
  },
  stream: async function* (criteria) {
    for await (const record of standard.stream(criteria)) yield toFullRecord(record);
  },
  get: async (id) => toFullRecord(await standard.get(id)),
});
