import type { Resource } from '#shared/resource/define-resource.ts';
import { findResource } from '#shared/resources/index.ts';
import type { Database, Row } from '../../database/tables.ts';
import { idFieldsOf, loadLookup, type RecordLookup } from '../lookup.ts';
import type { ImportErrors } from '../report.ts';
import type { NamedReference, ParsedRow } from './parse-rows.ts';

export const loadLookups = async (
  database: Database,
  resource: Resource,
): Promise<Map<string, RecordLookup>> => {
  const lookups = new Map<string, RecordLookup>();
  for (const { to } of idFieldsOf(resource)) {
    const target = findResource(to);
    if (target && !lookups.has(to)) lookups.set(to, await loadLookup(database, target));
  }
  return lookups;
};

type Named = NamedReference & { label: string; to: string; found: Row[] };

/** Disambiguates records of the same name by the row’s other references, such as a state by its country. */
const filterByParents = (own: Named, others: readonly Named[], lookup: RecordLookup | undefined): Row[] =>
  others.reduce((left, other) => {
    const through = lookup && idFieldsOf(lookup.resource).find(({ to }) => to === other.to);
    if (!through) return left;
    const ids = new Set(other.found.map(({ _id }) => _id));
    return left.filter((row) => ids.has(row[through.name]));
  }, own.found);

const problemOf = (own: Named, left: Row[], labelPlural: string): string | null => {
  if (left.length === 1) return null;
  if (own.found.length === 0) return `${own.label} “${own.name}” doesn’t exist`;
  if (left.length === 0) return `${own.label} “${own.name}” doesn’t match the other columns in this row`;
  return `${left.length} ${labelPlural.toLowerCase()} are named “${own.name}”. Add a column such as Country to tell them apart.`;
};

export const resolveReferences = (
  { row, references }: Pick<ParsedRow, 'row' | 'references'>,
  { resource, lookups }: { resource: Resource; lookups: ReadonlyMap<string, RecordLookup> },
): { ids: Row; errors: ImportErrors } => {
  const named = references.flatMap((reference): Named[] => {
    const field = resource.fields[reference.field];
    if (!field || !('to' in field)) return [];
    const found = lookups.get(field.to)?.find(reference.name) ?? [];
    return [{ ...reference, label: field.label, to: field.to, found }];
  });
  const ids: Row = {};
  const errors: ImportErrors = [];
  for (const own of named) {
    const lookup = lookups.get(own.to);
    const isInherited = resource.fields[own.field]?.kind === 'inherited';
    const left = filterByParents(
      own,
      named.filter((other) => other !== own),
      lookup,
    );
    // An inherited record follows from the row's reference, so its name only has to exist.
    const problem = isInherited
      ? problemOf(own, own.found.slice(0, 1), '')
      : problemOf(own, left, lookup?.resource.labelPlural ?? '');
    if (problem) errors.push({ row, column: own.title, message: problem, value: own.name });
    else if (!isInherited) ids[own.field] = left[0]?._id;
  }
  return { ids, errors };
};
