import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { type BulkRequest, type BulkResult, type BulkRow, maxBulkRows } from '#shared/bulk.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, isReferenceField } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import type { Row } from '../database/tables.ts';
import { inChunks } from '../database/write-rows.ts';
import { AppError } from '../lib/app-error.ts';
import { type BulkTransaction, type ChangeOptions, runBulkTransaction } from './bulk-transaction.ts';
import { deleteRecords } from './delete.ts';
import type { OperationsContext } from './hooks.ts';
import { createRepository, type Repository } from './repository.ts';
import { notFoundError, writeMany } from './write.ts';

/** Values of a bulk update, for resources where they aren't simply the record's fields. */
export type BulkValues = {
  schema: z.ZodType<Row>;
  /** Computes the changes of one record from the values sent for all. */
  computeChanges: (values: Row, current: Row) => Row;
};

export type BulkOutcome = Omit<BulkResult, 'success' | 'message' | 'failedCount'>;

export type BulkTarget = {
  resource: Resource;
  context: OperationsContext;
  computeChanges: BulkValues['computeChanges'];
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
  target: BulkTarget;
  request: BulkRequest;
  transaction: BulkTransaction;
  repository: Repository;
  /** Number of records that the preview of a dry run still has room for. */
  shown: number;
};

const labelOf = ({ titleField }: Resource, row: Row): string => String(row[titleField] ?? '');

const deleteRows = async (
  { target: { resource }, transaction, shown }: Work,
  rows: readonly Row[],
): Promise<Counts> => {
  const deletions = rows.map(({ _id }) => ({ id: String(_id) }));
  await deleteRecords({ resource, context: transaction.context }, transaction.write, deletions);
  const previews = rows.slice(0, shown).map((row) => ({
    id: String(row._id),
    label: labelOf(resource, row),
    before: {},
    after: null,
  }));
  return { changed: rows.length, unchanged: 0, rows: previews };
};

const updateRows = async (
  { target: { resource, computeChanges }, request, transaction, repository, shown }: Work,
  rows: readonly Row[],
): Promise<Counts> => {
  const changes = rows.flatMap((row) => {
    const values = pickChanged(computeChanges(request.values ?? {}, row), row);
    return Object.keys(values).length > 0 ? [{ id: String(row._id), values, current: row }] : [];
  });
  const before = await repository.findMany(changes.slice(0, shown).map(({ id }) => id));
  const written = await writeMany({ resource, context: transaction.context }, transaction.write, changes);
  const previews: BulkRow[] = [];
  for (const { row, read } of written.slice(0, shown)) {
    const current = before.find(({ _id }) => _id === row._id);
    const label = labelOf(resource, current ?? row);
    if (current) previews.push(toPreviewRow(resource, { label, before: current, after: await read() }));
  }
  return { changed: changes.length, unchanged: rows.length - changes.length, rows: previews };
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
 * Runs one action on many records in one transaction. Rolls back a dry run,
 * and a run with failed records unless the request allows partial success.
 */
export const runBulk = (
  target: BulkTarget,
  request: BulkRequest,
  { actor, monitor, beforeCommit }: ChangeOptions<BulkOutcome>,
): Promise<{ outcome: BulkOutcome; isCommitted: boolean }> => {
  const { resource } = target;
  const run = async (transaction: BulkTransaction) => {
    const { write, context, failed, applyToAll } = transaction;
    const repository = createRepository(resource, write.database, context.getHooks(resource.name));
    const counts: Counts = { changed: 0, unchanged: 0, rows: [] };
    const ids = await findTargetIds(resource, request, repository);
    let done = 0;
    for (const chunk of inChunks(ids)) {
      await transaction.pause({ done, total: ids.length });
      done += chunk.length;
      const stored = await repository.findRows(chunk, { forUpdate: true });
      const byId = new Map(stored.map((row) => [String(row._id), row]));
      const rows = chunk.map((id) => byId.get(id)).filter((row) => row !== undefined);
      const missing = chunk.filter((id) => !byId.has(id));
      failed.push(...missing.map((id) => ({ id, label: '', message: notFoundError(resource).message })));
      const results = await applyToAll(rows, {
        toRecord: (row) => ({ id: String(row._id), label: labelOf(resource, row) }),
        apply: (some) => {
          const shown = request.dryRun ? maxBulkRows - counts.rows.length : 0;
          const work = { target, request, transaction, repository, shown };
          return request.action === 'delete' ? deleteRows(work, some) : updateRows(work, some);
        },
      });
      for (const result of results) {
        counts.changed += result.changed;
        counts.unchanged += result.unchanged;
        counts.rows.push(...result.rows.slice(0, maxBulkRows - counts.rows.length));
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
