import { type SelectQueryBuilder, sql } from 'kysely';

/** Bytes of a page's records, so that no response is larger than twice of it. */
const maxPageBytes = 4 * 1024 * 1024;

/** Records of a list, from `offset` on. */
export type Range = { offset: number; limit: number };

type Page = { pageIndex: number; pageSize: number; cursor?: number | undefined };

/** Returns the part of a page from its cursor on. */
export const toRange = ({ pageIndex, pageSize, cursor }: Page): Range => {
  const start = pageIndex * pageSize;
  const offset = cursor ?? start;
  return { offset, limit: Math.max(0, Math.min(pageSize, start + pageSize - offset)) };
};

const countBytes = (item: unknown): number => Buffer.byteLength(JSON.stringify(item));

/** Returns the first items, those that fit into one response but at least one, and the cursor of the others. */
export const fitPage = <Item>(
  items: Item[],
  { offset, sizeOf = countBytes }: { offset: number; sizeOf?: (item: Item) => number },
): { data: Item[]; nextCursor?: number } => {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += sizeOf(item);
    return index > 0 && bytes > maxPageBytes;
  });
  return end < 0 ? { data: items } : { data: items.slice(0, end), nextCursor: offset + end };
};

/** Counts the rows of a query. */
export const countRows = async <Tables, Name extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Name, unknown>,
): Promise<number> => {
  const counted = query.clearSelect().clearOrderBy().select(sql`count(*)`.as('total'));
  const { total } = await counted.$castTo<{ total: number | string }>().executeTakeFirstOrThrow();
  return Number(total);
};

/** Reads a page of a query, and the number of all its rows. */
export const readPage = async <Tables, Name extends keyof Tables, Output>(
  query: SelectQueryBuilder<Tables, Name, Output>,
  { pageIndex, pageSize }: Pick<Page, 'pageIndex' | 'pageSize'>,
) => {
  const data = await query
    .limit(pageSize)
    .offset(pageIndex * pageSize)
    .execute();
  return { data, total: await countRows(query) };
};
