import { useEffect, useMemo, useRef, useState } from 'react';
import type { FieldError } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { addStep, getStepLabels, moveStep, startHistory } from '../../ui/grid/edit-history.tsx';
import type { CellErrors } from '../../ui/grid/grid-changes.ts';
import {
  addChanges,
  applyEdits,
  type CellConflict,
  dropCells,
  type Edits,
  getChangedFields,
  noEdits,
} from './sheet-edits.ts';

type Values = Readonly<Record<string, unknown>>;
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

/** The records of a sheet with the user's unsaved changes, which can be undone step by step. */
export const useSheet = (resource: Resource, loaded: readonly AnyRecord[], columns: readonly string[]) => {
  const [records, setRecords] = useState(() => toMap(loaded));
  const [history, setHistory] = useState(() => startHistory(noEdits));
  const [rejected, setRejected] = useState<Rejected>(new Map());
  // A save shortcut commits the open cell and reads the changes before the next render.
  const latest = useRef(history);
  const commit = (next: typeof history) => {
    latest.current = next;
    setHistory(next);
  };
  // A save continues with the records of its earlier steps.
  const latestRecords = useRef(records);
  const commitRecords = (next: Records) => {
    latestRecords.current = next;
    setRecords(next);
  };
  /** Takes over newer versions, which can lack fields that only lists have. */
  const replaceRecords = (newer: readonly AnyRecord[]) => {
    const next = new Map(latestRecords.current);
    for (const record of newer) next.set(record._id, { ...next.get(record._id), ...record });
    commitRecords(next);
  };
  const getEdits = (): Edits => latest.current.steps[latest.current.index]?.state ?? noEdits;
  const edits = history.steps[history.index]?.state ?? noEdits;
  // biome-ignore lint/correctness/useExhaustiveDependencies: applies records that were loaded again
  useEffect(() => {
    // A changed record keeps the version that it is based on, so that the save finds conflicts.
    const changed = [...getEdits().keys()].flatMap((id) => records.get(id) ?? []);
    commitRecords(toMap([...loaded, ...changed]));
  }, [loaded]);
  const rows = useMemo(
    () => [...records.values()].map((record) => applyEdits(resource, record, edits.get(record._id))),
    [resource, records, edits],
  );
  const move = (offset: 1 | -1) => {
    const moved = moveStep(latest.current, offset);
    if (moved) commit(moved);
  };
  let cellCount = 0;
  for (const values of edits.values()) cellCount += getChangedFields(resource, values).length;
  return {
    records,
    rows,
    edits,
    getEdits,
    getRecords: () => latestRecords.current,
    cellCount,
    /** Changes rows as one step, and returns the names of fields that this cleared. */
    change: (label: string, changes: readonly RowChange[]): string[] => {
      const stored = changes.flatMap(({ record, values }) => {
        const base = latestRecords.current.get(record._id);
        return base ? [{ record: base, values }] : [];
      });
      const { edits: next, cleared } = addChanges(resource, getEdits(), stored);
      commit(addStep(latest.current, { state: next, label }));
      return cleared;
    },
    undo: () => move(-1),
    redo: () => move(1),
    ...getStepLabels(history),
    discard: () => commit(startHistory(noEdits)),
    reject: (errors: readonly FieldError[], ids: readonly string[]) =>
      setRejected(groupErrors(errors, { ids, edits: getEdits(), columns })),
    getErrors: ({ _id }: AnyRecord): CellErrors => {
      const entry = rejected.get(_id);
      return entry && entry.values === edits.get(_id) ? entry.errors : noErrors;
    },
    /** Continues from newer versions of records, without the changes of some cells. */
    rebase: (newer: readonly AnyRecord[], dropped: readonly CellConflict[]) => {
      replaceRecords(newer);
      commit(startHistory(dropCells(resource, getEdits(), dropped)));
    },
    /** Adds changes of a draft to the records on which they are based, so that the save finds conflicts. */
    restore: (changes: readonly RowChange[]) => {
      commitRecords(new Map([...latestRecords.current, ...toMap(changes.map(({ record }) => record))]));
      const state = new Map([...getEdits(), ...changes.map(({ record, values }) => [record._id, values] as const)]);
      commit(addStep(latest.current, { state, label: 'Restore changes' }));
    },
    /** Removes rows with their changes. */
    remove: (ids: readonly string[]) => {
      const without = <Value>(map: ReadonlyMap<string, Value>) => new Map([...map].filter(([id]) => !ids.includes(id)));
      commitRecords(without(latestRecords.current));
      commit(startHistory(without(getEdits())));
    },
    /** Shows the saved records with later input, and clears the undo steps of the sheet. */
    finish: (saved: readonly AnyRecord[], sent: Edits) => {
      replaceRecords(saved);
      const typed = [...getEdits()].flatMap(([id, values]) => {
        const record = latestRecords.current.get(id);
        return record && values !== sent.get(id) ? [{ record, values }] : [];
      });
      commit(startHistory(addChanges(resource, noEdits, typed).edits));
      setRejected(new Map());
    },
  };
};

export type Sheet = ReturnType<typeof useSheet>;
