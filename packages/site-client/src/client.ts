import { type Cache, createMemoryCache } from './cache.ts';
import { SiteError } from './errors.ts';
import { createRequest, type Query, type RequestOptions } from './request.ts';
import type { Change, Lists, Redirect, Singletons, Slugged } from './types.ts';

export type ListName = keyof Lists;
export type SingletonName = keyof Singletons;
export type RecordOf<Name extends ListName> = Lists[Name]['record'];
type ListQuery<Name extends ListName> = Lists[Name]['query'];

export type Page<Item> = { data: Item[]; nextCursor: string | null };

export type ClientOptions = {
  /** Address of the API, such as `https://office.example.com/site/v1`. */
  url: string;
  /** A read token. Only for servers and builds, never for a page. */
  token?: string | undefined;
  /** Keeps responses with their ETags: in memory by default, null for not at all. */
  cache?: Cache | null;
  /** Milliseconds until an attempt fails. */
  timeoutMs?: number;
  /** More attempts if the server can't be reached, is busy (429) or fails (5xx). */
  retries?: number;
  /** Returns the cached response if all attempts fail. */
  staleIfError?: boolean;
  fetch?: typeof fetch;
};

const toNull = (error: unknown): null => {
  if (error instanceof SiteError && error.status === 404) return null;
  throw error;
};

/** All changes since a cursor. If it is missing or has expired, `isFull` says that everything has to be read. */
export type Changes = { changes: Change[]; cursor: string; isFull: boolean };

type ChangesPage = { data: Change[]; nextCursor: string; hasMore: boolean };

export const createSiteClient = ({
  cache = createMemoryCache(),
  timeoutMs = 10_000,
  retries = 2,
  staleIfError = false,
  fetch: send = (...request) => fetch(...request),
  ...address
}: ClientOptions) => {
  const request = createRequest({ ...address, cache, timeoutMs, retries, staleIfError, fetch: send });
  const readOne = async <Item>(path: string, options?: RequestOptions): Promise<Item | null> =>
    (await request<{ data: Item }>(path, {}, options).catch(toNull))?.data ?? null;

  /** Reads one page of a list. */
  const list = <Name extends ListName>(
    name: Name,
    query: ListQuery<Name> = {},
    options?: RequestOptions,
  ): Promise<Page<RecordOf<Name>>> => request(name, query as Query, options);

  /** Iterates over the pages of a list. */
  async function* pages<Name extends ListName>(name: Name, query: ListQuery<Name> = {}, options?: RequestOptions) {
    let cursor: string | null | undefined = query.cursor;
    do {
      const page: Page<RecordOf<Name>> = await list(name, { limit: 100, ...query, cursor }, options);
      yield page.data;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /** Iterates over all records of a list. Reads the next page when it is needed. */
  async function* all<Name extends ListName>(name: Name, query: ListQuery<Name> = {}, options?: RequestOptions) {
    for await (const page of pages(name, query, options)) yield* page;
  }

  const readChanges = async (since: string | null, options?: RequestOptions): Promise<Changes> => {
    const changes: Change[] = [];
    const isExpired = (error: unknown) => since !== null && error instanceof SiteError && error.status === 410;
    for (let cursor = since; ; ) {
      const page: ChangesPage | null = await request<ChangesPage>('changes', { since: cursor }, options).catch(
        (error: unknown) => {
          if (isExpired(error)) return null;
          throw error;
        },
      );
      if (!page) return readChanges(null, options);
      changes.push(...page.data);
      cursor = page.nextCursor;
      if (!page.hasMore) return { changes, cursor, isFull: since === null };
    }
  };

  return {
    list,
    pages,
    all,
    /** Reads a record by its id; null if there is none. */
    get: <Name extends ListName>(name: Name, id: string, options?: RequestOptions) =>
      readOne<RecordOf<Name>>(`${name}/${encodeURIComponent(id)}`, options),
    /** Reads what exists once, such as `about`; null if nothing is published. */
    getSingleton: <Name extends SingletonName>(name: Name, options?: RequestOptions) =>
      readOne<Singletons[Name]>(name, options),
    /** Reads a record by its slug or a former one. `movedTo` is the current slug if it is another: redirect to it. */
    getBySlug: async <Name extends Slugged>(name: Name, slug: string, options?: RequestOptions) => {
      const record = await readOne<RecordOf<Name>>(`${name}/by-slug/${encodeURIComponent(slug)}`, options);
      return record && { record, movedTo: record.slug === slug ? null : record.slug };
    },
    /** Reads all former slugs. */
    getRedirects: async (options?: RequestOptions): Promise<Redirect[]> =>
      (await request<{ data: Redirect[] }>('redirects', {}, options)).data,
    /** Reads all changes since a cursor. */
    readChanges,
  };
};

export type SiteClient = ReturnType<typeof createSiteClient>;
