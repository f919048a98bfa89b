import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { FieldError } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, isReferenceField } from '#shared/resource-kit/fields.ts';
import { addStep, type EditHistory, getStepLabels, moveStep, startHistory } from '../../ui/grid/edit-history.tsx';
import type { CellErrors } from '../../ui/grid/grid-changes.ts';
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
const getChangedFields = ({ fields }: Resource, values: Values): string[] =>
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

export type RowChange = { record: AnyRecord; values: Values };

/** Rejected values with their errors, which show until the values change. */
type Rejected = ReadonlyMap<string, { values: Values | undefined; errors: CellErrors }>;

const groupErrors = (
  errors: readonly FieldError[],
  { ids, edits, columns }: { ids: readonly string[]; edits: Edits; columns: readonly string[] },
): Rejected => {
  const rejected = new Map<string, { values: Values | undefined; errors: Record<string, string> }>();
  for (const { field, message } of errors) {
    const [, index, name = ''] = field.split('.');
    const id = ids[Number(index)];
    if (id === undefined) continue;
    const entry = rejected.get(id) ?? { values: edits.get(id), errors: {} };
    // An error of the whole record, or of a hidden column, shows in the first cell.
    entry.errors[columns.includes(name) ? name : (columns[0] ?? name)] = message;
    rejected.set(id, entry);
  }
  return rejected;
};

const noErrors: CellErrors = {};

type Records = ReadonlyMap<string, AnyRecord>;

const toMap = (records: readonly AnyRecord[]): Records => new Map(records.map((record) => [record._id, record]));

/** Newer versions can lack fields that only lists have. */
const withNewer = (records: Records, newer: readonly AnyRecord[]): Records =>
  new Map([...records, ...newer.map((record) => [record._id, { ...records.get(record._id), ...record }] as const)]);

type SheetState = { records: Records; history: EditHistory<Edits>; rejected: Rejected };

const getCurrentEdits = ({ history: { steps, index } }: SheetState): Edits => steps[index]?.state ?? noEdits;

/** The records of a sheet with the user's unsaved changes, which can be undone step by step. */
export const useSheet = (resource: Resource, loaded: readonly AnyRecord[], columns: readonly string[]) => {
  // A save shortcut commits the open cell and reads the changes before the next render.
  const [store] = useState(() =>
    createStore<SheetState>(() => ({ records: toMap(loaded), history: startHistory(noEdits), rejected: new Map() })),
  );
  const state = useStore(store);
  const { records, history, rejected } = state;
  const edits = getCurrentEdits(state);
  const getEdits = () => getCurrentEdits(store.getState());
  const addEdits = (label: string, next: Edits) =>
    store.setState((current) => ({ history: addStep(current.history, { state: next, label }) }));
  const restart = (next: Edits, nextRecords: Records = store.getState().records) =>
    store.setState({ history: startHistory(next), records: nextRecords });
  useEffect(() => {
    const { records: current } = store.getState();
    // A changed record keeps the version that it is based on, so that the save finds conflicts.
    const changed = [...getCurrentEdits(store.getState()).keys()].flatMap((id) => current.get(id) ?? []);
    store.setState({ records: toMap([...loaded, ...changed]) });
  }, [loaded, store]);
  const rows = useMemo(
    () => [...records.values()].map((record) => applyEdits(resource, record, edits.get(record._id))),
    [resource, records, edits],
  );
  const move = (offset: 1 | -1) =>
    store.setState((current) => ({ history: moveStep(current.history, offset) ?? current.history }));
  let cellCount = 0;
  for (const values of edits.values()) cellCount += getChangedFields(resource, values).length;
  return {
    records,
    rows,
    edits,
    getEdits,
    getRecords: () => store.getState().records,
    cellCount,
    /** Changes rows as one step, and returns the names of fields that this cleared. */
    change: (label: string, changes: readonly RowChange[]): string[] => {
      const stored = changes.flatMap(({ record, values }) => {
        const base = store.getState().records.get(record._id);
        return base ? [{ record: base, values }] : [];
      });
      const added = addChanges(resource, getEdits(), stored);
      addEdits(label, added.edits);
      return added.cleared;
    },
    undo: () => move(-1),
    redo: () => move(1),
    ...getStepLabels(history),
    discard: () => restart(noEdits),
    reject: (errors: readonly FieldError[], ids: readonly string[]) =>
      store.setState({ rejected: groupErrors(errors, { ids, edits: getEdits(), columns }) }),
    getErrors: ({ _id }: AnyRecord): CellErrors => {
      const entry = rejected.get(_id);
      return entry && entry.values === edits.get(_id) ? entry.errors : noErrors;
    },
    /** Continues from newer versions of records, without the changes of some cells. */
    rebase: (newer: readonly AnyRecord[], dropped: readonly CellConflict[]) =>
      restart(dropCells(resource, getEdits(), dropped), withNewer(store.getState().records, newer)),
    /** Adds changes of a draft to the records on which they are based, so that the save finds conflicts. */
    restore: (changes: readonly RowChange[]) => {
      const bases = toMap(changes.map(({ record }) => record));
      store.setState((current) => ({ records: new Map([...current.records, ...bases]) }));
      const added = changes.map(({ record, values }) => [record._id, values] as const);
      addEdits('Restore changes', new Map([...getEdits(), ...added]));
    },
    /** Removes rows with their changes. */
    remove: (ids: readonly string[]) => {
      const without = <Value>(map: ReadonlyMap<string, Value>) => new Map([...map].filter(([id]) => !ids.includes(id)));
      restart(without(getEdits()), without(store.getState().records));
    },
    /** Shows the saved records with later input, and clears the undo steps of the sheet. */
    finish: (saved: readonly AnyRecord[], sent: Edits) => {
      const next = withNewer(store.getState().records, saved);
      const typed = [...getEdits()].flatMap(([id, values]) => {
        const record = next.get(id);
        return record && values !== sent.get(id) ? [{ record, values }] : [];
      });
      restart(addChanges(resource, noEdits, typed).edits, next);
      store.setState({ rejected: new Map() });
    },
  };
};

export type Sheet = ReturnType<typeof useSheet>;
