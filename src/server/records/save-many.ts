import { isDeepStrictEqual } from 'node:util';
import type { Resource } from '#shared/resource/define-resource.ts';
import { filesColumn } from '../database/codec.ts';
import { newId } from '../database/ids.ts';
import { inPortions } from '../database/portions.ts';
import { searchColumn } from '../database/schema.ts';
import type { Row } from '../database/tables.ts';
import { forgetFileUses } from '../files/file-uses.ts';
import { fillInherited, type Parents } from './inherited.ts';
import { searchText } from './normalise.ts';
import { noteChanges } from './note.ts';
import { usedFiles } from './prepare.ts';
import { withFiles } from './record-files.ts';
import { createRepository, recordValues } from './repository.ts';
import type { Write } from './rules.ts';

/** What belongs to a record beyond its row, by the record's id: for the history. */
type Parts = ReadonlyMap<string, Row>;

const noteFilesOfMany = async (
  write: Write,
  { resource, rows }: { resource: Resource; rows: readonly Row[] },
) => {
  const uses = rows.flatMap((row) =>
    usedFiles(resource, row).map((use) => ({ ...use, resource: resource.name, recordId: String(row._id) })),
  );
  for (const some of inPortions(uses)) {
    await write.database
      .insertInto('fileUse')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
};

const recordOf = (resource: Resource, row: Row, parts: Parts): Row => ({
  ...recordValues(resource, row),
  ...parts.get(String(row._id)),
});

/**
 * Makes the rows of new records: what `insertRecord` does for one. Their values are whole and prepared, what they
 * refer to is known to be there, and the rules of the resource are the caller's to keep.
 */
export const newRows = async (
  write: Write,
  { resource, values }: { resource: Resource; values: readonly Row[] },
): Promise<Row[]> => {
  const now = new Date().toISOString();
  const parents: Parents = new Map();
  const rows: Row[] = [];
  for (const sent of values) {
    const row = { _id: newId(), ...sent, version: 1, createdAt: now, updatedAt: now };
    const filled = await fillInherited(write, { resource, row, sent, parents });
    rows.push({ ...withFiles(resource, filled, null), [searchColumn]: searchText(resource, filled) });
  }
  return rows;
};

/** Writes rows that `newRows` made. */
export const insertRows = async (
  write: Write,
  { resource, rows }: { resource: Resource; rows: readonly Row[] },
): Promise<void> => {
  await createRepository(resource, write.database).insertMany([...rows]);
  await noteFilesOfMany(write, { resource, rows });
};

/** Notes new records in the history. */
export const noteNewRows = (
  write: Write,
  { resource, rows, parts = new Map() }: { resource: Resource; rows: readonly Row[]; parts?: Parts },
): Promise<unknown> =>
  noteChanges(write, {
    resource,
    changes: rows.map((row) => ({ before: null, after: recordOf(resource, row, parts) })),
  });

/** A record as it is and as it becomes, and the entry of the history that this undoes. */
export type RowChange = { current: Row; row: Row; revertOf?: string };

/** The row of a record that changes by prepared values; its rules are the caller's to keep. */
export const changedRow = (resource: Resource, current: Row, changes: Row): Row => {
  const row = withFiles(
    resource,
    { ...current, ...changes, version: Number(current.version) + 1, updatedAt: new Date().toISOString() },
    current,
  );
  return { ...row, [searchColumn]: searchText(resource, row) };
};

/** Only what is different is written: an index on anything else is then left alone. */
export const different = ({ current, row }: RowChange): Row =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) =>
      name === filesColumn ? !isDeepStrictEqual(current[name], value) : current[name] !== value,
    ),
  );

/** Notes which files many records use, in place of what was noted before. */
export const replaceFilesOfMany = async (
  write: Write,
  { resource, rows }: { resource: Resource; rows: readonly Row[] },
): Promise<void> => {
  const recordIds = rows.map(({ _id }) => String(_id));
  await forgetFileUses({ database: write.database, resource: resource.name, recordIds });
  await noteFilesOfMany(write, { resource, rows });
};

/** Writes changed rows. */
export const updateRows = async (
  write: Write,
  { resource, changes }: { resource: Resource; changes: readonly RowChange[] },
): Promise<void> => {
  const repository = createRepository(resource, write.database);
  for (const change of changes) await repository.update(String(change.row._id), different(change));
  await replaceFilesOfMany(write, { resource, rows: changes.map(({ row }) => row) });
};

/** Notes changed records in the history. */
export const noteChangedRows = (
  write: Write,
  {
    resource,
    changes,
    before = new Map(),
    after = new Map(),
  }: { resource: Resource; changes: readonly RowChange[]; before?: Parts; after?: Parts },
): Promise<unknown> =>
  noteChanges(write, {
    resource,
    changes: changes.map(({ current, row, revertOf }) => ({
      before: recordOf(resource, current, before),
      after: recordOf(resource, row, after),
      revertOf,
    })),
  });
