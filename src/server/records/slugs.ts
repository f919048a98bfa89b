import anyAscii from 'any-ascii';
import { sql } from 'kysely';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { hasPages } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { resources } from '#shared/resources/index.ts';
import { lacksSlug } from '../database/schema.ts';
import { type Database, type Row, resourceTables } from '../database/tables.ts';
import { inChunks, insertRows, updateRows } from '../database/write-rows.ts';
import { AppError, validationError } from '../lib/app-error.ts';
import type { OperationsContext } from './hooks.ts';
import { createRepository } from './repository.ts';
import type { RowUpdate } from './stored-rows.ts';

const maxLength = 80;

/** In Devanagari, a consonant without a vowel sign is spoken with an "a" inside a word. */
const spokenConsonant = /([\u0915-\u0939\u0958-\u095F]\u093C?)(?![\u093C\u093E-\u094D])(?=[\u0900-\u097F])/gu;

/** Transliterates a text to lowercase letters, digits and hyphens; may return an empty string. */
export const slugify = (text: string): string =>
  anyAscii(text.normalize('NFC').replace(spokenConsonant, '$1a'))
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-|-$/g, '');

/** A taken slug. `current`: the slug that its record has now, null in the trash. A record that is gone owns nothing. */
type Owner = { recordId: string; title: string; current: string | null };

type Claimed = { recordId: string; owner: Owner | undefined };

/** Returns which slugs are in the table, with their owners. */
const readClaimed = async (
  database: Database,
  resource: Resource,
  slugs: readonly string[],
): Promise<[string, Claimed][]> => {
  const { name, titleField } = resource;
  const stored = await database
    .selectFrom('slug')
    .selectAll()
    .where('resource', '=', name)
    .where('slug', 'in', slugs)
    .execute();
  if (stored.length === 0) return [];
  const ids = stored.map(({ recordId }) => recordId);
  const records = await createRepository(resource, database).findRows(ids);
  const trashed = await database
    .selectFrom('trash')
    .select(['recordId', 'title'])
    .where('resource', '=', name)
    .where('recordId', 'in', ids)
    .execute();
  const owners = new Map<string, Owner>([
    ...trashed.map(({ recordId, title }) => [recordId, { recordId, title, current: null }] as const),
    ...records.map((row) => {
      const recordId = String(row._id);
      return [recordId, { recordId, title: String(row[titleField]), current: String(row.slug) }] as const;
    }),
  ]);
  return stored.map(({ slug, recordId }) => [slug, { recordId, owner: owners.get(recordId) }]);
};

/** `isRestored`: the record comes back from Trash with the slug that it had. */
type SlugChange = RowUpdate & { isRestored?: boolean };

const highestNumber = 9;

/** The slugs to try for a record: the one that was entered, or those that its title or its slug before a deletion makes. */
const listCandidates = (resource: Resource, { row, isRestored }: SlugChange): string[] => {
  const stored = String(row.slug ?? '');
  if (stored && !isRestored) return [stored];
  const base = stored || slugify(String(row[resource.titleField])) || slugify(resource.label);
  const numbered = Array.from({ length: highestNumber - 1 }, (_, index) => `${base}-${index + 2}`);
  return [base, ...numbered, `${base}-${String(row._id).replaceAll('-', '').slice(-12)}`];
};

/** Without an owner, another record of the same change has it. */
const takenError = (resource: Resource, owner: Owner | undefined) => {
  const named = owner && `the ${inSentence(resource.label)} “${owner.title}”`;
  return validationError([{ field: 'slug', message: `Already used by ${named ?? 'another item of this change'}` }]);
};

/** Whether a record can have a slug. One that a record had before or has in Trash can be entered, but isn't given. */
const isFree = (owner: Owner | undefined, slug: string, row: Row): boolean =>
  !owner || owner.recordId === row._id || (row.slug === slug && owner.current !== slug);

/** Returns the restored rows whose slugs still belong to them. */
const findKept = async (database: Database, { name }: Resource, changes: readonly SlugChange[]): Promise<Set<Row>> => {
  const rows = changes.flatMap(({ row, isRestored }) => (isRestored && row.slug ? [row] : []));
  if (rows.length === 0) return new Set();
  const stored = await database
    .selectFrom('slug')
    .select(['slug', 'recordId'])
    .where('resource', '=', name)
    .where(
      'slug',
      'in',
      rows.map(({ slug }) => String(slug)),
    )
    .execute();
  const owners = new Map(stored.map(({ slug, recordId }) => [slug, recordId]));
  return new Set(rows.filter(({ slug, _id }) => owners.get(String(slug)) === _id));
};

const store = async (
  database: Database,
  resource: Resource,
  { claims, claimed }: { claims: ReadonlyMap<string, Row>; claimed: ReadonlyMap<string, Claimed> },
): Promise<boolean> => {
  const added: Row[] = [];
  for (const [slug, { _id }] of claims) {
    const recordId = String(_id);
    const known = claimed.get(slug);
    if (!known) added.push({ resource: resource.name, slug, recordId });
    else if (known.recordId !== recordId) {
      const update = database.updateTable('slug').set({ recordId }).where('resource', '=', resource.name);
      await update.where('slug', '=', slug).execute();
    }
  }
  // In one order, so that two servers don't wait for each other.
  const rows = added.toSorted((a, b) => (String(a.slug) < String(b.slug) ? -1 : 1));
  return (await insertRows(database, { table: 'slug', rows, onConflict: 'skip' })) === rows.length;
};

const maxAttempts = 5;

/**
 * Gives each row a unique slug, made from its title unless the user entered one. Returns the rows in the same order. Throws if
 * an entered slug is taken.
 */
export const claimSlugs = async (
  database: Database,
  resource: Resource,
  changes: readonly SlugChange[],
): Promise<Row[]> => {
  const rows = changes.map(({ row }) => row);
  const changed = changes.filter(({ row, current }) => !row.slug || row.slug !== current?.slug);
  if (!hasPages(resource) || changed.length === 0) return rows;
  const kept = await findKept(database, resource, changed);
  const candidates = new Map(
    changed.flatMap((change) =>
      kept.has(change.row) ? [] : [[change.row, listCandidates(resource, change)] as const],
    ),
  );
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    // Nearly always, all of them are free.
    const known = attempt === 0 ? [] : await readClaimed(database, resource, [...candidates.values()].flat());
    const claimed = new Map(known);
    const claims = new Map<string, Row>();
    for (const [row, slugs] of candidates) {
      // A number may be taken again and again by simultaneous saves; the end of an id isn't.
      const tried = attempt < maxAttempts - 1 ? slugs : slugs.slice(-1);
      const slug = tried.find((each) => !claims.has(each) && isFree(claimed.get(each)?.owner, each, row));
      if (slug === undefined) throw takenError(resource, claimed.get(slugs[0] ?? '')?.owner);
      claims.set(slug, row);
    }
    if (await store(database, resource, { claims, claimed })) {
      const given = new Map([...claims].map(([slug, row]) => [row, slug]));
      return rows.map((row) => (given.has(row) ? { ...row, slug: given.get(row) } : row));
    }
  }
  throw new AppError('conflict', 'Another user has just taken this slug. Save again.');
};

/** Gives slugs to the records that have none, such as those of an earlier version. */
export const claimMissingSlugs = async ({
  databaseHandle,
}: Pick<OperationsContext, 'databaseHandle'>): Promise<void> => {
  for (const resource of resources.filter(hasPages)) {
    const { database } = databaseHandle;
    const without = await resourceTables(database)
      .selectFrom(resource.name)
      .select('_id')
      .where(sql.raw<boolean>(lacksSlug))
      .execute();
    for (const ids of inChunks(without.map(({ _id }) => String(_id)))) {
      await databaseHandle.transaction(async (transaction) => {
        const found = await createRepository(resource, transaction).findRows(ids, { forUpdate: true });
        const changes = found.filter(({ slug }) => slug === '').map((row) => ({ row, current: null }));
        const rows = (await claimSlugs(transaction, resource, changes)).map(({ _id, slug }) => ({ _id, slug }));
        await updateRows(transaction, { table: resource.name, rows });
      });
    }
  }
};
