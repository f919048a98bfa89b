import type { ListName, RecordOf, SingletonName, SiteClient } from './client.ts';
import { SiteError } from './errors.ts';
import type { Change, Redirect, Singletons } from './types.ts';

const listNames = [
  'categories',
  'attributes',
  'products',
  'faqs',
  'videos',
  'gifts',
  'blogs',
  'catalogues',
  'brands',
  'banners',
  'life',
  'openings',
] as const satisfies readonly ListName[];
const singletonNames = ['about', 'contact', 'terms', 'privacy'] as const satisfies readonly SingletonName[];

/** A copy of everything that a website can read, as plain JSON. Records are in the order of their creation. */
export type Content = {
  cursor: string;
  lists: { [Name in ListName]: RecordOf<Name>[] };
  singletons: { [Name in SingletonName]: Singletons[Name] | null };
  redirects: Redirect[];
};

export type ContentUpdate = { content: Content; changed: Change[] | 'everything' };

/** Of what an admin has switched off, there is nothing. */
const orNone = (error: unknown): [] => {
  if (error instanceof SiteError && error.status === 404) return [];
  throw error;
};

const isDeleted = (id: string, changes: readonly Change[]): boolean =>
  changes.every((each) => each.id !== id || each.change === 'deleted');

const pageSize = 100;

/**
 * Brings a copy of the content up to date: reads only what has changed, or everything if there is no copy yet. `reread`
 * names lists to read again, for images whose dimensions weren't known yet: the server doesn't count these as changes.
 */
export const updateContent = async (
  client: SiteClient,
  previous: Content | null,
  { reread = [] }: { reread?: readonly string[] } = {},
): Promise<ContentUpdate> => {
  const readRedirects = () => client.getRedirects().catch(orNone);
  const readList = async <Name extends ListName>(name: Name): Promise<RecordOf<Name>[]> => {
    const records: RecordOf<Name>[] = [];
    for await (const page of client.pages(name, { order: 'oldest', limit: pageSize })) records.push(...page);
    return records;
  };
  /** Reads single records, or the list if that takes fewer requests. */
  const readChanged = async <Name extends ListName>(
    name: Name,
    known: RecordOf<Name>[],
    changes: readonly Change[],
  ) => {
    const ids = [...new Set(changes.map(({ id }) => id))];
    if (ids.includes(null) || ids.length > Math.max(1, known.length / pageSize)) return readList(name).catch(orNone);
    const read = new Map(
      await Promise.all(
        ids.map(async (id) => [id, id === null || isDeleted(id, changes) ? null : await client.get(name, id)] as const),
      ),
    );
    const kept = known.map((record) => (read.has(record.id) ? read.get(record.id) : record));
    const knownIds = new Set<string | null>(known.map(({ id }) => id));
    const added = [...read].map(([id, record]) => (knownIds.has(id) ? null : record));
    return [...kept, ...added].filter((record) => record !== null && record !== undefined);
  };

  const { changes, cursor, isFull } = await client.readChanges(previous?.cursor ?? null);
  const isChanged = (name: string) => isFull || changes.some(({ resource }) => resource === name);
  const lists = await Promise.all(
    listNames.map(async (name) => {
      const known = previous?.lists[name] ?? [];
      const isReread = isFull || reread.includes(name);
      if (!isReread && !isChanged(name)) return [name, known];
      const own = changes.filter(({ resource }) => resource === name);
      return [name, isReread ? await readList(name).catch(orNone) : await readChanged(name, known, own)];
    }),
  );
  const singletons = await Promise.all(
    singletonNames.map(async (name) => [
      name,
      isChanged(name) ? await client.getSingleton(name) : (previous?.singletons[name] ?? null),
    ]),
  );
  const content = {
    cursor,
    lists: Object.fromEntries(lists),
    singletons: Object.fromEntries(singletons),
    redirects: previous?.redirects ?? [],
  } as Content;
  if (isFull || hasMoved(previous, content)) content.redirects = await readRedirects();
  return { content, changed: isFull ? 'everything' : changes };
};

/** Whether a record has another slug than before. */
const hasMoved = (previous: Content | null, content: Content): boolean => {
  const slugsOf = (lists: Content['lists'] | undefined) =>
    Object.values(lists ?? {})
      .flat()
      .flatMap((record) => ('subCategories' in record ? [record, ...record.subCategories] : [record]))
      .flatMap((record) => ('slug' in record ? [[record.id, record.slug] as const] : []));
  const before = new Map(slugsOf(previous?.lists));
  return slugsOf(content.lists).some(([id, slug]) => before.has(id) && before.get(id) !== slug);
};
