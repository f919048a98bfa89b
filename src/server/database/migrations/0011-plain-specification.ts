import { type Kysely, PostgresAdapter, sql } from 'kysely';
import sanitizeHtml from 'sanitize-html';

type Tables = {
  product: { _id: string; specification: string; version: number };
  history: { _id: string; resource: string; before: string | null; after: string | null };
};

const productsAtOnce = 500;
/** Few, because each can hold a product with thousands of variants twice. */
const entriesAtOnce = 20;

const blockTag = /<\/?(?:p|div|h[1-6]|ul|ol|li|blockquote|pre|table|thead|tbody|tr|br|hr)\b[^>]*>/gi;
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

const withoutTags = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).replace(
    /&(?:amp|lt|gt|quot);/g,
    (entity) => entities[entity] ?? entity,
  );

/** The lines of a formatted text. Links keep their address and images their description; tabs separate cells. */
const linesOf = (html: string): string =>
  withoutTags(
    html
      .replace(/<pre\b[^>]*>[\s\S]*?<\/pre>/gi, (block) => block.replaceAll('\n', '<br>'))
      .replace(/\s+/g, ' ')
      .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gi, (_link, address: string, label: string) =>
        withoutTags(label).trim() === withoutTags(address) ? label : `${label} (${address})`,
      )
      .replace(/<img\b[^>]*\balt="([^"]*)"[^>]*>/gi, '$1')
      .replace(/<\/t[dh]>\s*(?=<t[dh]\b)/gi, '\t')
      .replace(blockTag, '\n'),
  )
    .split('\n')
    .map((line) => line.replace(/[^\S\t]+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');

/**
 * Converts the text of a record and raises its version, so that saving a form which still shows the old text is a
 * conflict. Snapshots in the history are raised alike: the last change can still be undone.
 */
const converted = <Kept extends { specification?: unknown; version: number }>(record: Kept): Kept => {
  if (typeof record.specification !== 'string') return record;
  const specification = linesOf(record.specification);
  if (specification === record.specification) return record;
  return { ...record, specification, version: record.version + 1 };
};

const convertProducts = async (database: Kysely<Tables>) => {
  for (let last = ''; ; ) {
    const rows = await database
      .selectFrom('product')
      .select(['_id', 'specification', 'version'])
      .where('specification', '<>', '')
      .where('_id', '>', last)
      .orderBy('_id')
      .limit(productsAtOnce)
      .execute();
    for (const row of rows) {
      const { _id, specification, version } = converted(row);
      if (specification === row.specification) continue;
      await database.updateTable('product').set({ specification, version }).where('_id', '=', _id).execute();
    }
    last = rows.at(-1)?._id ?? '';
    if (rows.length < productsAtOnce) return;
  }
};

const convertSnapshot = (json: string | null): string | null =>
  json === null ? null : JSON.stringify(converted(JSON.parse(json)));

const convertHistory = async (database: Kysely<Tables>) => {
  const isFilled = (column: 'before' | 'after') =>
    sql<boolean>`(${sql.ref(column)} like '%"specification":"%' and ${sql.ref(column)} not like '%"specification":""%')`;
  for (let last = ''; ; ) {
    const entries = await database
      .selectFrom('history')
      .select(['_id', 'before', 'after'])
      .where('resource', '=', 'product')
      .where('_id', '>', last)
      .where((where) => where.or([isFilled('before'), isFilled('after')]))
      .orderBy('_id')
      .limit(entriesAtOnce)
      .execute();
    for (const { _id, ...snapshots } of entries) {
      const before = convertSnapshot(snapshots.before);
      const after = convertSnapshot(snapshots.after);
      await database.updateTable('history').set({ before, after }).where('_id', '=', _id).execute();
    }
    last = entries.at(-1)?._id ?? '';
    if (entries.length < entriesAtOnce) return;
  }
};

/** Lifts the protection that migration 0005 gave the history, for this conversion alone. */
const whileHistoryCanChange = async (database: Kysely<Tables>, change: () => Promise<void>) => {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  await (isPostgres
    ? sql`alter table history disable trigger "history_no_change"`
    : sql`drop trigger history_no_update`
  ).execute(database);
  await change();
  await (isPostgres
    ? sql`alter table history enable trigger "history_no_change"`
    : sql`
        create trigger history_no_update before update on history
        begin select raise(abort, 'history is append-only'); end
      `
  ).execute(database);
};

/** Converts the specification of products from formatted text to plain lines, in their history as well. Lists can be sorted by it. */
export const up = async (database: Kysely<Tables>): Promise<void> => {
  await convertProducts(database);
  await whileHistoryCanChange(database, () => convertHistory(database));
  await sql`
    create index "product_by_specification" on "product" (lower(substr("specification", 1, 200)), "_id" desc)
  `.execute(database);
};
