import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { newId } from '../database/ids.ts';
import { searchColumn } from '../database/schema.ts';
import type { Row } from '../database/tables.ts';
import { changeFileUses } from '../files/file-uses.ts';
import { AppError } from '../lib/app-error.ts';
import { addHistoryEntries, diffValues, type EntryInput } from './add-entries.ts';
import type { OperationsContext, RelatedDataPlan, WriteContext } from './hooks.ts';
import { fillInherited, propagateInherited } from './inherited.ts';
import { pickRecordFields } from './list-query.ts';
import { createParents, loadParents, type Parents, withTitles } from './parents.ts';
import { collectFileUses } from './prepare-values.ts';
import { withFiles } from './record-files.ts';
import { createRepository } from './repository.ts';
import { buildSearchText, needsReindex } from './search-text.ts';
import { createStamp, insertStoredRows, type RowUpdate, updateStoredRows } from './stored-rows.ts';

export type WriteTarget = { resource: Resource; context: Pick<OperationsContext, 'getHooks'> };

/** Values that a restored record keeps from before its deletion. */
export type PreservedValues = { _id: string; version: number; createdAt: string };

/** A new record, or an update of the record with `id`. */
export type Draft = {
  id?: string;
  /** Prepared values: all of a new record, only the changed ones of an existing one. */
  values: Row;
  related?: unknown;
  /** Version that the change is based on, if known. */
  version?: unknown;
  /** Stored row, if it is already read and locked. */
  current?: Row | undefined;
  preserved?: Partial<PreservedValues> | undefined;
  revertOf?: string | undefined;
};

export type WrittenRecord = {
  row: Row;
  read: () => Promise<AnyRecord>;
};

type Pending = RowUpdate & { draft: Draft };

export const notFoundError = (resource: Resource): AppError =>
  new AppError('notFound', `${resource.label} not found. It may have been deleted.`);

/** Thrown if a record has changed since the version that a change is based on; `data` is the current record. */
export const staleRecordError = (resource: Resource, data: AnyRecord | undefined) =>
  new AppError('conflict', `Someone else has changed this ${inSentence(resource.label)}`, { data });

const readCurrent = async (
  { resource }: WriteTarget,
  { database }: WriteContext,
  drafts: readonly Draft[],
): Promise<(Row | null)[]> => {
  const repository = createRepository(resource, database);
  const ids = drafts.flatMap(({ id, current }) => (id === undefined || current ? [] : [id]));
  const rows = await repository.findRows(ids, { forUpdate: true });
  const byId = new Map(rows.map((row) => [row._id, row]));
  const found: (Row | null)[] = [];
  for (const { id, version, current = byId.get(id) } of drafts) {
    if (id !== undefined && !current) throw notFoundError(resource);
    if (current && version !== undefined && version !== current.version) {
      throw staleRecordError(resource, await repository.find(String(id)));
    }
    found.push(current ?? null);
  }
  return found;
};

const toRow = ({ values, preserved }: Draft, current: Row | null, stamp: ReturnType<typeof createStamp>): Row =>
  current
    ? { ...current, ...values, version: Number(current.version) + 1, ...stamp }
    : { _id: newId(), ...values, version: 1, createdAt: stamp.updatedAt, ...preserved, ...stamp };

const completeRows = async (
  { resource, context }: WriteTarget,
  write: WriteContext,
  { drafts, parents }: { drafts: readonly Draft[]; parents: Parents },
): Promise<Pending[]> => {
  const currentRows = await readCurrent({ resource, context }, write, drafts);
  const stamp = createStamp(resource, write);
  const changes = drafts.map((draft, index) => {
    const current = currentRows[index] ?? null;
    return { draft, current, row: withFiles(resource, toRow(draft, current, stamp), current) };
  });
  await loadParents(parents, { resource, changes });
  const filled = changes.map((change) => ({
    ...change,
    row: fillInherited(resource, { ...change, input: change.draft.values, parents }),
  }));
  const { beforeWrite } = context.getHooks(resource.name);
  if (!beforeWrite) return filled;
  const rows = await beforeWrite({ ...write, parents }, filled);
  return filled.map((change, index) => ({ ...change, row: rows[index] ?? change.row }));
};

type Planned = Pending & { plan: RelatedDataPlan };

const planRelated = async (
  { resource, context }: WriteTarget,
  write: WriteContext,
  pending: readonly Pending[],
): Promise<{ planned: Planned[]; writeRelated: () => Promise<void> }> => {
  const { related } = context.getHooks(resource.name);
  const changes = pending.map(({ draft, ...change }) => ({
    ...change,
    related: draft.related,
    isRestored: draft.preserved !== undefined,
  }));
  const plans = await related?.plan(write, changes);
  return {
    planned: pending.map((change, index) => {
      const plan = plans?.planned[index] ?? { row: change.row, toResponse: () => ({}) };
      return { ...change, row: plan.row, plan };
    }),
    writeRelated: async () => plans?.write(),
  };
};

const withSearchTexts = async (
  { resource, context }: WriteTarget,
  { database }: WriteContext,
  changes: readonly Planned[],
): Promise<Planned[]> => {
  const { relatedSearchTexts } = context.getHooks(resource.name);
  const isReindexNeeded = ({ row, current, plan }: Planned) =>
    plan.searchTexts !== undefined || !current || needsReindex(resource, { current, row });
  const rows = changes.flatMap((change) =>
    change.current && isReindexNeeded(change) && !change.plan.searchTexts ? [change.row] : [],
  );
  const related = await relatedSearchTexts?.(database, rows);
  return changes.map((change) => {
    if (!isReindexNeeded(change)) return change;
    const { row, plan } = change;
    const texts = plan.searchTexts ?? related?.get(String(row._id));
    return { ...change, row: { ...row, [searchColumn]: buildSearchText(resource, row, texts) } };
  });
};

const toEntryInput = (
  resource: Resource,
  { row, current, draft: { revertOf }, plan: { before, after } }: Planned,
): EntryInput => {
  if (!current) return { row, before: null, after: { ...pickRecordFields(resource, row), ...after }, revertOf };
  const diff = diffValues(resource, { row, current });
  return { row, before: { ...diff.before, ...before }, after: { ...diff.after, ...after }, revertOf };
};

const writeRows = async (
  { resource }: WriteTarget,
  { database }: WriteContext,
  changes: readonly RowUpdate[],
): Promise<void> => {
  const created = changes.flatMap(({ row, current }) => (current ? [] : [row]));
  const changed = changes.flatMap(({ row, current }) => (current ? [{ row, current }] : []));
  await insertStoredRows(database, { resource, rows: created });
  await updateStoredRows(database, { resource, changes: changed });
  await changeFileUses(database, {
    resource: resource.name,
    changes: changes.map(({ row, current }) => {
      const isChanged = (name: string) => row[name] !== current?.[name];
      return {
        recordId: String(row._id),
        before: current ? collectFileUses(resource, current, isChanged) : [],
        after: collectFileUses(resource, row, isChanged),
      };
    }),
  });
};

/**
 * Creates and updates records of one resource with their related data, as part of a transaction; all such writes go through
 * here. If one is rejected, the call fails without naming it. `drafts` must not contain a record twice.
 */
export const writeRecords = async (
  target: WriteTarget,
  write: WriteContext,
  drafts: readonly Draft[],
): Promise<WrittenRecord[]> => {
  if (drafts.length === 0) return [];
  const { resource, context } = target;
  const { database } = write;
  const parents = createParents(database);
  const completed = await completeRows(target, write, { drafts, parents });
  const { planned, writeRelated } = await planRelated(target, write, completed);
  const changes = await withSearchTexts(target, write, planned);
  await writeRows(target, write, changes);
  await writeRelated();
  await propagateInherited(write, { resource, changes });
  await context.getHooks(resource.name).afterWrite?.(write, changes);
  if (!write.isDryRun) {
    await addHistoryEntries(write, {
      resource,
      changes: changes.map((change) => toEntryInput(resource, change)),
    });
  }
  return changes.map(({ row, plan }) => ({
    row,
    read: async () => {
      const record = pickRecordFields(resource, row) as AnyRecord;
      const named = withTitles(resource, record, parents);
      const read = named ?? (await createRepository(resource, database).find(record._id));
      return { ...(read ?? record), ...plan.toResponse() };
    },
  }));
};
