import { nameKey } from '#shared/normalize-text.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { listReferenceFields } from '#shared/resource-kit/fields.ts';
import { findResource } from '#shared/resources/index.ts';
import { type Database, type Row, resourceTables } from '../database/tables.ts';
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts';
import type { ImportErrors } from './report.ts';
import type { NamedReference, ParsedRow } from './resource/parse-rows.ts';

const batchSize = 10_000;

/** Selected columns of all records of a resource, in pages. */
export async function* scanRows(
  database: Database,
  { resource, columns }: { resource: Resource; columns: readonly string[] },
): AsyncGenerator<Row[]> {
  for (let after = ''; ; ) {
    const rows = await resourceTables(database)
      .selectFrom(resource.name)
      .select(['_id', ...columns])
      .where('_id', '>', after)
      .orderBy('_id')
      .limit(batchSize)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    after = String(rows.at(-1)?._id);
    await yieldToEventLoop();
  }
}

export const loadLookup = async (database: Database, resource: Resource) => {
  const byId = new Map<unknown, Row>();
  const byName = new Map<string, Row[]>();
  /** Ignores a record that is known already. */
  const add = (row: Row) => {
    if (byId.has(row._id)) return;
    byId.set(row._id, row);
    const key = nameKey(row[resource.titleField]);
    const existing = byName.get(key);
    if (existing) existing.push(row);
    else byName.set(key, [row]);
  };
  const columns = [resource.titleField, ...listReferenceFields(resource).map(({ name }) => name)];
  for await (const rows of scanRows(database, { resource, columns })) for (const row of rows) add(row);
  return {
    resource,
    add,
    /** Returns the records of that name, each with the ids that it refers to. */
    find: (name: string): Row[] => byName.get(nameKey(name)) ?? [],
    get: (id: unknown): Row | undefined => byId.get(id),
    all: (): Row[] => [...byId.values()],
  };
};

export type RecordLookup = Awaited<ReturnType<typeof loadLookup>>;

export const loadLookups = async (database: Database, resource: Resource): Promise<Map<string, RecordLookup>> => {
  const lookups = new Map<string, RecordLookup>();
  for (const { to } of listReferenceFields(resource)) {
    const target = findResource(to);
    if (target && !lookups.has(to)) lookups.set(to, await loadLookup(database, target));
  }
  return lookups;
};

type Candidate = NamedReference & { label: string; to: string; found: Row[] };

/** Disambiguates records of the same name by the row’s other references, such as a state by its country. */
const filterByParents = (candidate: Candidate, others: readonly Candidate[], lookup: RecordLookup | undefined): Row[] =>
  others.reduce((remaining, other) => {
    const through = lookup && listReferenceFields(lookup.resource).find(({ to }) => to === other.to);
    if (!through) return remaining;
    const ids = new Set(other.found.map(({ _id }) => _id));
    return remaining.filter((row) => ids.has(row[through.name]));
  }, candidate.found);

const describeProblem = (candidate: Candidate, remaining: Row[], labelPlural: string): string | null => {
  if (remaining.length === 1) return null;
  if (candidate.found.length === 0) return `${candidate.label} “${candidate.name}” doesn’t exist`;
  if (remaining.length === 0)
    return `${candidate.label} “${candidate.name}” doesn’t match the other columns in this row`;
  return `${remaining.length} ${labelPlural.toLowerCase()} are named “${candidate.name}”. Add a column such as Country to tell them apart.`;
};

export const resolveReferences = (
  { row, references }: Pick<ParsedRow, 'row' | 'references'>,
  { resource, lookups }: { resource: Resource; lookups: ReadonlyMap<string, RecordLookup> },
): { ids: Row; errors: ImportErrors } => {
  const candidates = references.flatMap((reference): Candidate[] => {
    const field = resource.fields[reference.field];
    if (!field || !('to' in field)) return [];
    const found = lookups.get(field.to)?.find(reference.name) ?? [];
    return [{ ...reference, label: field.label, to: field.to, found }];
  });
  const ids: Row = {};
  const errors: ImportErrors = [];
  for (const candidate of candidates) {
    const lookup = lookups.get(candidate.to);
    const isInherited = resource.fields[candidate.field]?.kind === 'inherited';
    const remaining = filterByParents(
      candidate,
      candidates.filter((other) => other !== candidate),
      lookup,
    );
    // An inherited record follows from the row's reference, so its name only has to exist.
    const problem = isInherited
      ? describeProblem(candidate, candidate.found.slice(0, 1), '')
      : describeProblem(candidate, remaining, lookup?.resource.labelPlural ?? '');
    if (problem) errors.push({ row, column: candidate.title, message: problem, value: candidate.name });
    else if (!isInherited) ids[candidate.field] = remaining[0]?._id;
  }
  return { ids, errors };
};
