import type { Row } from '../database/tables.ts';
import { letOthersIn } from '../lib/let-others-in.ts';
import { passInheritedOn } from './inherited.ts';
import { prepareValues } from './prepare.ts';
import { createRepository } from './repository.ts';
import type { Write } from './rules.ts';
import { complete, type Known, notFound, outOfDate, type Target } from './save.ts';
import { different, noteChangedRows, type RowChange, replaceFilesOfMany } from './save-many.ts';

/** What one of many records is changed by. */
export type ManyChange = {
  id: string;
  values: Row;
  /** The version that it has, where it is known. */
  version?: unknown;
  /** The entry of the history that this undoes. */
  revertOf?: string;
};

type Current = ManyChange & { current: Row };

const recordsAtOnce = 50;

const readCurrent = async (
  { resource }: Target,
  { database, storage }: Write,
  changes: readonly ManyChange[],
): Promise<Current[]> => {
  const ids = changes.map(({ id }) => id);
  const repository = createRepository(resource, database);
  const rows = await repository.findRows({ ids, isLocked: storage.hasRowLocks });
  const byId = new Map(rows.map((row) => [String(row._id), row]));
  return changes.map((change) => {
    const current = byId.get(change.id);
    if (!current) throw notFound(resource);
    const { version = current.version } = change;
    if (version !== current.version) throw outOfDate(resource, undefined);
    return { ...change, current };
  });
};

/** Writes the rows one after the other, each with what holds for it. */
const changeRows = async (
  target: Target,
  write: Write,
  changes: readonly Current[],
): Promise<RowChange[]> => {
  const { resource, context } = target;
  const { afterWrite } = context.rulesOf(resource.name);
  const repository = createRepository(resource, write.database);
  const known: Known = { parents: new Map(), references: new Set() };
  const updatedAt = new Date().toISOString();
  return context.files.during(async (files) => {
    const made: RowChange[] = [];
    for (const { id, current, values, revertOf } of changes) {
      const prepared = await prepareValues({ resource, values, files });
      const version = Number(current.version) + 1;
      const row = await complete(target, write, {
        ...{ prepared, current, known },
        row: { ...current, ...prepared, version, updatedAt },
      });
      await repository.update(id, different({ current, row }));
      await passInheritedOn(write, { resource, current, row });
      await afterWrite?.({ ...write, row, current });
      made.push({ current, row, revertOf });
      if (made.length % recordsAtOnce === 0) await letOthersIn();
    }
    files.commit();
    return made;
  });
};

/**
 * Changes many records of one resource as `changeRecord` does each of them: by the same rules, and with an entry in the
 * history for each. One that is refused refuses all, without saying which it is. No record stands twice.
 * `within` writes what belongs to them before the history takes note.
 */
export const changeRecords = async (
  target: Target,
  write: Write,
  { changes, within }: { changes: readonly ManyChange[]; within?: (rows: readonly Row[]) => Promise<void> },
): Promise<void> => {
  const { resource, context } = target;
  const { database } = write;
  const { readParts } = context.rulesOf(resource.name);
  const ids = changes.map(({ id }) => id);
  const current = await readCurrent(target, write, changes);
  const before = await readParts?.(database, ids);
  const made = await changeRows(target, write, current);
  const rows = made.map(({ row }) => row);
  await replaceFilesOfMany(write, { resource, rows });
  await within?.(rows);
  const after = await readParts?.(database, ids);
  await noteChangedRows(write, { resource, changes: made, before, after });
};
