import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { newId } from '../database/ids.ts';
import { searchColumn } from '../database/schema.ts';
import type { Row } from '../database/tables.ts';
import type { FileTransaction } from '../files/file-store.ts';
import { changeFileUses } from '../files/file-uses.ts';
import { AppError } from '../lib/app-error.ts';
import { addHistoryEntries, diffValues } from './add-entries.ts';
import { addAssets } from './assets.ts';
import { checkWritten } from './findings.ts';
import type { OperationsContext, RelatedDataPlan, WriteContext } from './hooks.ts';
import { pickRecordFields } from './list-query.ts';
import { type Notices, prepareValues } from './prepare-values.ts';
import { clearOutdatedAlts, collectFileUses, describeFiles, withFiles, withOwnFiles } from './record-files.ts';
import { createParents, fillInherited, loadParents, propagateInherited, withTitles } from './references.ts';
import { createRepository } from './repository.ts';
import { buildSearchText, needsReindex } from './search-text.ts';
import { claimSlugs } from './slugs.ts';
import { createStamp, insertStoredRows, type RowUpdate, updateStoredRows } from './stored-rows.ts';

export type WriteTarget = { resource: Resource; context: Pick<OperationsContext, 'getHooks'> };

/** Values that a restored record keeps from before its deletion. */
type PreservedValues = { _id: string; version: number; createdAt: string };

/** A new record, or a change of the record with `id`. */
export type RecordChange = {
  id?: string | undefined;
  /** All values of a new record, only the changed ones of an existing one. */
  values: Row;
  /** Version that the change is based on, if known. */
  version?: unknown;
  /** Stored row, if it is already read and locked. */
  current?: Row | undefined;
  preserved?: Partial<PreservedValues> | undefined;
  /** Id of the history entry that this change undoes. */
  revertOf?: string | null | undefined;
};

/** A change with stored files and sanitized texts. `related` is the prepared data beyond the row, if any was sent. */
export type Draft = RecordChange & { related?: unknown };

export type WrittenRecord = {
  row: Row;
  /** Returns the record as in a response. */
  read: () => Promise<AnyRecord>;
};

export const notFoundError = (resource: Resource): AppError =>
  new AppError('notFound', `${resource.label} not found. It may have been deleted.`);

/** Thrown if a record has changed since the version that a change is based on; `data` is the current record. */
export const staleRecordError = (resource: Resource, data: AnyRecord | undefined) =>
  new AppError('conflict', `Someone else has changed this ${inSentence(resource.label)}`, { data });

export const singletonExistsError = (resource: Resource, data: AnyRecord | undefined) =>
  new AppError('conflict', `${resource.label} already exists. Edit it instead.`, { data });

/** Returns the stored row of each change, locked; null for a new record. */
const readCurrent = async (
  resource: Resource,
  { database }: WriteContext,
  drafts: readonly Draft[],
): Promise<(Row | null)[]> => {
  const repository = createRepository(resource, database);
  const ids = drafts.flatMap(({ id, current }) => (id === undefined || current ? [] : [id]));
  const byId = await repository.findRowsById(ids, { forUpdate: true });
  const found: (Row | null)[] = [];
  for (const { id, version, current = byId.get(id ?? '') } of drafts) {
    if (id !== undefined && !current) throw notFoundError(resource);
    if (current && version !== undefined && version !== current.version) {
      throw staleRecordError(resource, await repository.find(String(id)));
    }
    found.push(current ?? null);
  }
  return found;
};

/** A record that moves to another parent has no place there yet. */
const clearOutdatedPosition = ({ fields }: Resource, values: Row, current: Row): Row =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const within = field.kind === 'number' && !(name in values) ? field.within : undefined;
      return within && within in values && values[within] !== current[within] ? [[name, null]] : [];
    }),
  );

const toRow = (
  resource: Resource,
  { values, preserved }: Draft,
  current: Row | null,
  stamp: ReturnType<typeof createStamp>,
): Row =>
  current
    ? {
        ...current,
        ...values,
        ...clearOutdatedAlts(resource, values, current),
        ...clearOutdatedPosition(resource, values, current),
        version: Number(current.version) + 1,
        ...stamp,
      }
    : { _id: newId(), ...values, version: 1, createdAt: stamp.updatedAt, ...preserved, ...stamp };

/** Phase 1, prepare: stores files and sanitizes texts. It needs no transaction, so that other writes don't wait for it. */
export const prepareChanges = async (
  { resource, context }: WriteTarget,
  changes: readonly RecordChange[],
  { files, notices }: { files: FileTransaction; notices?: Notices | undefined },
): Promise<Draft[]> => {
  const { completeInput, related } = context.getHooks(resource.name);
  const drafts: Draft[] = [];
  for (const change of changes) {
    const isUndo = Boolean(change.revertOf);
    const completed = completeInput?.(change.values, { isNew: change.id === undefined, isUndo }) ?? change.values;
    const values = await prepareValues({ resource, values: completed, files, notices, isUndo });
    drafts.push({ ...change, values, related: await related?.prepare(completed, files) });
  }
  return drafts;
};

/**
 * Phases 2 to 8 of a save, in a transaction: creates and updates records of one resource with their related data. All writes
 * of records go through here, and a single save is a list of one. If one record is rejected, the call fails without naming
 * it. `drafts` must not contain a record twice.
 */
export const writeDrafts = async (
  { resource, context }: WriteTarget,
  write: WriteContext,
  drafts: readonly Draft[],
): Promise<WrittenRecord[]> => {
  if (drafts.length === 0) return [];
  const { database } = write;
  const hooks = context.getHooks(resource.name);
  const parents = createParents(database);

  // 2. Validate: the versions, the references, the resource's own rules and the slugs.
  const currentRows = await readCurrent(resource, write, drafts);
  const stamp = createStamp(resource, write);
  const updates = drafts.map((draft, index): RowUpdate => {
    const current = currentRows[index] ?? null;
    return { current, row: withFiles(resource, toRow(resource, draft, current, stamp), current) };
  });
  await loadParents(parents, { resource, changes: updates });
  const filled = updates.map((update, index) => ({
    ...update,
    row: fillInherited(resource, { ...update, input: drafts[index]?.values ?? {}, parents }),
  }));
  const completed = (await hooks.beforeWrite?.({ ...write, parents }, filled)) ?? filled.map(({ row }) => row);
  const rows = await claimSlugs(
    database,
    resource,
    filled.map(({ current, row }, index) => ({
      current,
      row: completed[index] ?? row,
      isRestored: drafts[index]?.preserved !== undefined,
    })),
  );

  // 3. Plan: compare related data with the stored data.
  const validated = filled.map(({ current, row }, index) => ({
    current,
    row: rows[index] ?? row,
    related: drafts[index]?.related,
    isRestored: drafts[index]?.preserved !== undefined,
  }));
  const relatedPlan = await hooks.related?.plan(write, validated);
  const planned = validated.map(({ current, row }, index) => {
    const plan: RelatedDataPlan = relatedPlan?.planned[index] ?? { row, toResponse: () => ({}) };
    return { current, row: plan.row, plan };
  });

  // 4. Index: the text to search for, which is a column of the row.
  const outdated = planned.filter(
    ({ row, current, plan }) => plan.searchTexts || !current || needsReindex(resource, { current, row }),
  );
  const stored = outdated.flatMap(({ row, current, plan }) => (current && !plan.searchTexts ? [row] : []));
  const storedTexts = await hooks.relatedSearchTexts?.(database, stored);
  for (const change of outdated) {
    const texts = change.plan.searchTexts ?? storedTexts?.get(String(change.row._id));
    change.row = { ...change.row, [searchColumn]: buildSearchText(resource, change.row, texts) };
  }

  // 5. Write the rows.
  const created = planned.flatMap(({ row, current }) => (current ? [] : [row]));
  const changed = planned.flatMap(({ row, current }) => (current ? [{ row, current }] : []));
  await insertStoredRows(database, { resource, rows: created });
  await updateStoredRows(database, { resource, changes: changed });

  // 6. Relate: the files, which are then in the library, the findings, the related data, and the records that depend on these.
  await changeFileUses(database, {
    resource: resource.name,
    changes: planned.map(({ row, current }) => {
      const isChanged = (name: string) => row[name] !== current?.[name];
      return {
        recordId: String(row._id),
        before: current ? collectFileUses(resource, current, isChanged) : [],
        after: collectFileUses(resource, row, isChanged),
      };
    }),
  });
  const files = planned.flatMap(({ row, current }) =>
    describeFiles(resource, row, (name) => row[name] !== current?.[name]),
  );
  await addAssets(database, { files, userId: write.actor?.userId });
  await checkWritten(database, resource, planned);
  await relatedPlan?.write();
  await propagateInherited(write, { resource, changes: planned });
  await hooks.afterWrite?.(write, planned);

  // 7. History: new records as a whole, changes only with their changed values.
  if (!write.isDryRun) {
    const changes = planned.map(({ row, current, plan }, index) => {
      const diff = current
        ? diffValues(resource, { row, current })
        : { before: {}, after: pickRecordFields(resource, row) };
      const before = current ? { ...diff.before, ...plan.before } : null;
      return { row, before, after: { ...diff.after, ...plan.after }, revertOf: drafts[index]?.revertOf };
    });
    await addHistoryEntries(write, { resource, changes });
  }

  // 8. Respond.
  return planned.map(({ row, plan }) => ({
    row,
    read: async () => {
      const record = pickRecordFields(resource, row) as AnyRecord;
      const named = withTitles(resource, record, parents);
      const read = named ?? (await createRepository(resource, database).find(record._id));
      return { ...(read ?? record), ...plan.toResponse() };
    },
  }));
};

/** Creates or changes many records like single requests do, as part of a transaction. */
export const writeMany = (
  { resource, context }: { resource: Resource; context: OperationsContext },
  write: WriteContext,
  changes: readonly RecordChange[],
  { notices }: { notices?: Notices | undefined } = {},
): Promise<WrittenRecord[]> =>
  context.files.transaction(async (fileTransaction) => {
    const ids = changes.flatMap(({ id }) => id ?? []);
    const files = withOwnFiles(fileTransaction, { resource, context, database: write.database, ids });
    const drafts = await prepareChanges({ resource, context }, changes, { files, notices });
    const written = await writeDrafts({ resource, context }, write, drafts);
    await fileTransaction.commit(write.database);
    return written;
  });
