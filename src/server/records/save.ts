import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { inSentence } from '#shared/resource/words.ts';
import { newId } from '../database/ids.ts';
import { searchColumn } from '../database/schema.ts';
import type { Database, DatabaseTransaction, Row } from '../database/tables.ts';
import { replaceFileUses } from '../files/file-uses.ts';
import { Failure } from '../lib/failure.ts';
import { fillInherited, type Parents, passInheritedOn } from './inherited.ts';
import { isFoundAnew, searchText } from './normalise.ts';
import { noteChanges } from './note.ts';
import { type Notices, prepareValues, usedFiles } from './prepare.ts';
import { withFiles } from './record-files.ts';
import { refuseMissingReferences } from './references.ts';
import { createRepository, recordValues } from './repository.ts';
import type { OperationsContext, Write } from './rules.ts';
import { different } from './save-many.ts';

/** What is written to. */
export type Target = { resource: Resource; context: OperationsContext };

export const notFound = (resource: Resource): Failure =>
  new Failure({ kind: 'notFound', message: `${resource.label} not found. It may have been deleted.` });

export const outOfDate = (resource: Resource, record: AnyRecord | undefined) =>
  new Failure({
    kind: 'conflict',
    message: `Someone else has changed this ${inSentence(resource.label)}`,
    data: record,
  });

/** Prepares values, then writes: the record and what it uses of the store change together, or not at all. */
export const save = async <Result>(
  { resource, context: { storage, files } }: Target,
  { values, notices }: { values: Row; notices?: Notices },
  write: (database: DatabaseTransaction, prepared: Row) => Promise<Result>,
): Promise<Result> => {
  try {
    return await files.during(async (fileTransaction) => {
      // Decoding files takes time: it happens before the database has to wait for this save.
      const prepared = await prepareValues({ resource, values, files: fileTransaction, notices });
      return await storage.transaction(async (database) => {
        const result = await write(database, prepared);
        fileTransaction.commit();
        return result;
      });
    });
  } catch (error) {
    // Somebody deleted what the record refers to after it was looked up.
    if (storage.isForeignKeyViolation(error)) {
      await refuseMissingReferences({ resource, values, database: storage.database });
    }
    throw error;
  }
};

const noteFiles = (resource: Resource, database: Database, row: Row) =>
  replaceFileUses({
    database,
    resource: resource.name,
    recordId: String(row._id),
    uses: usedFiles(resource, row),
  });

/** What was looked up already, for many rows that share it. */
export type Known = { parents: Parents; references: Set<string> };

type Completion = { prepared: Row; row: Row; current: Row | null; known?: Known };

/** Checks what is about to be written, and sets all that follows from it. */
export const complete = async (
  { resource, context }: Target,
  write: Write,
  { prepared, row, current, known }: Completion,
): Promise<Row> => {
  await refuseMissingReferences({
    ...{ resource, values: prepared, database: write.database },
    known: known?.references,
  });
  const filled = await fillInherited(write, {
    ...{ resource, sent: prepared, parents: known?.parents },
    row: withFiles(resource, row, current),
  });
  const { beforeWrite, furtherTexts } = context.rulesOf(resource.name);
  const ready = beforeWrite ? await beforeWrite({ ...write, row: filled, current }) : filled;
  if (current && !isFoundAnew(resource, { current, row: ready })) return ready;
  // Nothing belongs to a record yet that is new.
  const further = current && (await furtherTexts?.(write.database, [String(current._id)]));
  const texts = further?.get(String(current?._id));
  return { ...ready, [searchColumn]: searchText(resource, ready, texts) };
};

/** Writes what belongs to a record beyond its row, and knows its id. */
export type Within = (write: Write, id: string) => Promise<void>;

/** What belongs to a record beyond its row. */
export const readParts = async (
  { resource, context }: Target,
  database: Database,
  id: string,
): Promise<Row> => (await context.rulesOf(resource.name).readParts?.(database, [id]))?.get(id) ?? {};

/** Writes all that goes with a record, and notes in the history what the record was and is. */
const finish = async (
  target: Target,
  write: Write,
  { row, current, before, within }: { row: Row; current: Row | null; before: Row | null; within?: Within },
): Promise<void> => {
  const { resource, context } = target;
  const id = String(row._id);
  await noteFiles(resource, write.database, row);
  await context.rulesOf(resource.name).afterWrite?.({ ...write, row, current });
  await within?.(write, id);
  const after = { ...recordValues(resource, row), ...(await readParts(target, write.database, id)) };
  await noteChanges(write, { resource, changes: [before ? { before, after } : { before, after }] });
};

/** What a record that comes back had before it was deleted. */
export type Comeback = { _id: string; version: number; createdAt: string };

/**
 * Writes a new record whose values are prepared, as part of a transaction; gives its id.
 * `within` writes what belongs to it before the history takes note.
 */
export const insertRecord = async (
  target: Target,
  write: Write,
  prepared: Row,
  { comeback, within }: { comeback?: Partial<Comeback>; within?: Within } = {},
): Promise<string> => {
  const now = new Date().toISOString();
  const row = await complete(target, write, {
    prepared,
    row: { _id: newId(), ...prepared, version: 1, createdAt: now, ...comeback, updatedAt: now },
    current: null,
  });
  await createRepository(target.resource, write.database).insertMany([row]);
  await finish(target, write, { row, current: null, before: null, within });
  return String(row._id);
};

/** Changes a record by values that are prepared, as part of a transaction; gives its id. */
export const changeRecord = async (
  target: Target,
  write: Write,
  { id, version, prepared, within }: { id: string; version: unknown; prepared: Row; within?: Within },
): Promise<string> => {
  const { resource } = target;
  const repository = createRepository(resource, write.database);
  const current = await repository.findRow({ id, isLocked: write.storage.hasRowLocks });
  if (!current) throw notFound(resource);
  if (version !== undefined && version !== current.version) {
    throw outOfDate(resource, await repository.find(id));
  }
  const before = { ...current, ...(await readParts(target, write.database, id)) };
  const row = await complete(target, write, {
    prepared,
    row: {
      ...current,
      ...prepared,
      version: Number(current.version) + 1,
      updatedAt: new Date().toISOString(),
    },
    current,
  });
  await repository.update(id, different({ current, row }));
  await passInheritedOn(write, { resource, current, row });
  await finish(target, write, { row, current, before, within });
  return id;
};
