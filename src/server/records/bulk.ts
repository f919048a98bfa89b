import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { type BulkRequest, type BulkResult, type BulkRow, maxBulkRows } from '#shared/bulk.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, isReferenceField } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { inChunks } from '../database/chunks.ts';
import type { Row } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { type BulkTransaction, type ChangeOptions, runBulkTransaction } from './bulk-transaction.ts';
import { deleteUnreferenced } from './delete.ts';
import type { OperationsContext } from './hooks.ts';
import type { Operations } from './operations.ts';
import { createRepository, type Repository } from './repository.ts';
import { notFoundError } from './write.ts';

/** Values of a bulk update, for resources where they aren't simply the record's fields. */
export type BulkValues = {
  schema: z.ZodType<Row>;
  /** Computes the changes of one record from the values sent for all. */
  computeChanges: (values: Row, current: Row) => Row;
};

export type BulkOutcome = Omit<BulkResult, 'success' | 'message'>;

export type BulkTarget = {
  resource: Resource;
  context: OperationsContext;
  computeChanges: BulkValues['computeChanges'];
  createOperations: (context: OperationsContext) => Operations;
};

/** The values that differ from the current ones. */
export const pickChanged = (changes: Row, current: Row): Row =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(current[name]),
    ),
  );

const pickFields = ({ fields }: Resource, record: AnyRecord, names: string[]): Row =>
  Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name];
      const display = displayNameOf(name);
      return [
        [name, record[name]] as const,
        ...(field && isReferenceField(field) ? [[display, record[display]] as const] : []),
      ];
    }),
  );

/** Compares the record before and after, so that the preview includes derived fields. */
const toPreviewRow = (
  resource: Resource,
  { label, before, after }: { label: string; before: AnyRecord; after: AnyRecord },
): BulkRow => {
  const names = Object.keys(
    pickChanged(Object.fromEntries(Object.keys(resource.fields).map((name) => [name, after[name]])), before),
  );
  return {
    id: before._id,
    label,
    before: pickFields(resource, before, names),
    after: pickFields(resource, after, names),
  };
};

type Counts = { changed: number; unchanged: number; rows: BulkRow[] };

type Work = {
  request: BulkRequest;
  transaction: BulkTransaction;
  operations: Operations;
  repository: Repository;
  counts: Counts;
};

const labelOf = ({ titleField }: Resource, row: Row): string => String(row[titleField] ?? '');

const applyToRecord = async (
  { resource, computeChanges }: BulkTarget,
  { request, transaction, operations, repository, counts }: Work,
  row: Row,
): Promise<void> => {
  const { write, attempt } = transaction;
  const id = String(row._id);
  const label = labelOf(resource, row);
  const options = { actor: write.actor, changeId: write.changeId };
  const isShown = request.dryRun && counts.rows.length < maxBulkRows;
  const done = await attempt({ id, label }, async () => {
    if (request.action === 'delete') {
      await operations.remove(id, options);
      if (isShown) counts.rows.push({ id, label, before: {}, after: null });
      return 'changed';
    }
    const changes = pickChanged(computeChanges(request.values ?? {}, row), row);
    if (Object.keys(changes).length === 0) return 'unchanged';
    const before = isShown ? await repository.find(id) : undefined;
    const after = await operations.update(id, changes, options);
    if (before) counts.rows.push(toPreviewRow(resource, { label, before, after }));
    return 'changed';
  });
  if (done) counts[done] += 1;
};

/** Computes the update of every row. Returns null if one fails; going row by row then finds out which. */
const computeUpdates = ({ computeChanges }: BulkTarget, { values = {} }: BulkRequest, rows: readonly Row[]) => {
  try {
    return rows
      .map((row) => ({
        id: String(row._id),
        values: pickChanged(computeChanges(values, row), row),
        current: row,
      }))
      .filter((change) => Object.keys(change.values).length > 0);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
};

/** Changes all rows at once. Returns false if nothing was written; the caller then goes row by row. */
const applyToAll = async (target: BulkTarget, work: Work, rows: readonly Row[]): Promise<boolean> => {
  const { request, transaction, operations, counts } = work;
  const { resource } = target;
  const isShown = request.dryRun && counts.rows.length < maxBulkRows;
  if (request.action === 'delete') {
    const deletions = rows.map(({ _id }) => ({ id: String(_id) }));
    const isDone = await transaction.attemptAll((write) =>
      deleteUnreferenced(transaction.context, write, { resource, deletions }),
    );
    if (!isDone) return false;
    counts.changed += rows.length;
    for (const row of isShown ? rows.slice(0, maxBulkRows - counts.rows.length) : [])
      counts.rows.push({ id: String(row._id), label: labelOf(resource, row), before: {}, after: null });
    return true;
  }
  const { updateMany } = operations;
  if (!updateMany || isShown) return false;
  const changes = computeUpdates(target, request, rows);
  if (!changes) return false;
  const isDone = await transaction.attemptAll(async (write) => {
    await updateMany(write, changes);
    return true;
  });
  if (!isDone) return false;
  counts.changed += changes.length;
  counts.unchanged += rows.length - changes.length;
  return true;
};

const addMissing = ({ resource }: BulkTarget, { failed }: BulkTransaction, id: string) => {
  failed.push({ id, label: '', message: notFoundError(resource).message });
};

/** Identifies a set of records. */
export const createSnapshot = (ids: readonly string[]): string =>
  createHash('sha256').update(ids.toSorted().join()).digest('base64url');

const findTargetIds = async (
  { labelPlural }: Resource,
  { ids, filter, snapshot }: BulkRequest,
  repository: Repository,
): Promise<string[]> => {
  const found = filter ? await repository.findIds(filter) : [...new Set(ids)];
  if (snapshot === undefined || snapshot === createSnapshot(found)) return found;
  throw new AppError(
    'conflict',
    `Other ${inSentence(labelPlural)} match now, so nothing was changed. Check the list and try again.`,
  );
};

/**
 * Runs one action on many records in one transaction, through the operations for single records. Rolls back a dry run,
 * and a run with failed records unless the request allows partial success.
 */
export const runBulk = (
  target: BulkTarget,
  request: BulkRequest,
  { actor, monitor, beforeCommit }: ChangeOptions<BulkOutcome>,
): Promise<{ outcome: BulkOutcome; isCommitted: boolean }> => {
  const run = async (transaction: BulkTransaction) => {
    const { write, context, failed } = transaction;
    const hooks = context.getHooks(target.resource.name);
    const repository = createRepository(target.resource, write.database, hooks);
    const counts: Counts = { changed: 0, unchanged: 0, rows: [] };
    const work = { request, transaction, operations: target.createOperations(context), repository, counts };
    const ids = await findTargetIds(target.resource, request, repository);
    let done = 0;
    for (const chunk of inChunks(ids)) {
      await transaction.pause({ done, total: ids.length });
      done += chunk.length;
      const rows = await repository.findRows(chunk, { forUpdate: true });
      const byId = new Map(rows.map((row) => [String(row._id), row]));
      const found = chunk.map((id) => byId.get(id)).filter((row) => row !== undefined);
      const isDone = found.length === chunk.length && (await applyToAll(target, work, found));
      for (const id of isDone ? [] : chunk) {
        const row = byId.get(id);
        if (row) await applyToRecord(target, work, row);
        else addMissing(target, transaction, id);
      }
    }
    const written = await transaction.countWritten();
    const isCommitted = !request.dryRun && (request.partial || failed.length === 0);
    const outcome: BulkOutcome = {
      ...counts,
      total: ids.length,
      cascadedCount: written - counts.changed,
      failed,
      changeId: isCommitted && written > 0 ? write.changeId : null,
    };
    if (isCommitted) await beforeCommit(write, outcome);
    return { result: { outcome, isCommitted }, isCommitted };
  };
  const { dryRun: isDryRun, partial: isPartial } = request;
  return runBulkTransaction(target.context, actor, run, { isDryRun, isPartial, monitor });
};
