import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, isReferenceField } from '#shared/resource-kit/fields.ts';
import { getDependentFields } from '../dependent-fields.ts';
import { compareVersions, isSame } from '../save/merge.ts';

type Values = Readonly<Record<string, unknown>>;

/** Changed values by the id of the record. */
export type Edits = ReadonlyMap<string, Values>;

export const noEdits: Edits = new Map();

/** The record with its changed values. What derives from a changed reference is unknown until it is saved. */
export const applyEdits = ({ fields }: Resource, record: AnyRecord, values: Values | undefined): AnyRecord => {
  if (!values) return record;
  const derived = Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'inherited' && field.through in values ? [[displayNameOf(name), null] as const] : [],
  );
  return { ...record, ...Object.fromEntries(derived), ...values };
};

/** Names of the changed fields, without the names of references. */
export const getChangedFields = ({ fields }: Resource, values: Values): string[] =>
  Object.keys(values).filter((name) => name in fields);

/** References that a changed one makes invalid, such as the sub category of another category. */
const clearDependents = (resource: Resource, record: AnyRecord, changes: Values): Values => {
  const names = Object.keys(changes)
    .filter((name) => name in resource.fields && !isSame(record[name], changes[name]))
    .flatMap((name) => getDependentFields(resource, name))
    .filter((name) => resource.fields[name]?.kind === 'reference' && !(name in changes) && record[name]);
  return Object.fromEntries(names.flatMap((name) => [[name, null] as const, [displayNameOf(name), null] as const]));
};

/** Drops values that are the record's own again. */
const dropUnchanged = ({ fields }: Resource, record: AnyRecord, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const reference = Object.keys(fields).find((other) => displayNameOf(other) === name && other in values);
      const compared = !(name in fields) && reference !== undefined ? reference : name;
      return !isSame(values[compared], record[compared]);
    }),
  );

/** Adds changes of records, and returns the names of fields that they cleared in others. */
export const addChanges = (
  resource: Resource,
  edits: Edits,
  changes: readonly { record: AnyRecord; values: Values }[],
): { edits: Edits; cleared: string[] } => {
  const next = new Map(edits);
  const cleared = new Set<string>();
  for (const { record, values } of changes) {
    const current = applyEdits(resource, record, next.get(record._id));
    const dependents = clearDependents(resource, current, values);
    for (const name of Object.keys(dependents)) if (name in resource.fields) cleared.add(name);
    const merged = dropUnchanged(resource, record, { ...next.get(record._id), ...dependents, ...values });
    if (Object.keys(merged).length > 0) next.set(record._id, merged);
    else next.delete(record._id);
  }
  return { edits: next, cleared: [...cleared] };
};

/** The changes to send for each record. */
export const toUpdates = (resource: Resource, records: ReadonlyMap<string, AnyRecord>, edits: Edits) =>
  [...edits].flatMap(([id, values]) => {
    const record = records.get(id);
    if (!record) return [];
    const changed = getChangedFields(resource, values).map((name) => [name, values[name]] as const);
    return [{ id, version: record.version, ...Object.fromEntries(changed) }];
  });

export type CellConflict = { id: string; name: string };

/** Cells that both this user and someone else changed, to different values. */
export const findConflicts = (
  resource: Resource,
  { records, edits, theirs }: { records: ReadonlyMap<string, AnyRecord>; edits: Edits; theirs: readonly AnyRecord[] },
): CellConflict[] =>
  theirs.flatMap((their) => {
    const base = records.get(their._id);
    const mine = edits.get(their._id);
    if (!base || !mine) return [];
    return getChangedFields(resource, mine)
      .filter((name) => compareVersions({ base, theirs: their, mine }, [name])?.isConflict)
      .map((name) => ({ id: their._id, name }));
  });

/** Drops the changes of cells for which the user chose the other version. */
export const dropCells = (resource: Resource, edits: Edits, cells: readonly CellConflict[]): Edits => {
  const next = new Map(edits);
  for (const { id, name } of cells) {
    const field = resource.fields[name];
    const dropped = [name, ...(field && isReferenceField(field) ? [displayNameOf(name)] : [])];
    const rest = Object.entries(next.get(id) ?? {}).filter(([other]) => !dropped.includes(other));
    if (rest.length > 0) next.set(id, Object.fromEntries(rest));
    else next.delete(id);
  }
  return next;
};
