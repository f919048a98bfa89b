import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { type BulkRequest, type BulkResult, type BulkRow, maxBulkRows } from '#shared/bulk.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, isReferenceField } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import type { Row } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { type ChangeOptions, runBulkTransaction } from './bulk-transaction.ts';
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

const labelOf = ({ titleField }: Resource, row: Row): string => String(row[titleField] ?? '');

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
  { resource, context: outer, computeChanges }: BulkTarget,
  request: BulkRequest,
  options: ChangeOptions<BulkOutcome>,
): Promise<BulkOutcome> => {
  const { dryRun: isDryRun, partial: isPartial } = request;
  return runBulkTransaction(outer, { ...options, isDryRun, isPartial }, async (transaction) => {
    const { write, context, failed } = transaction;
    const repository = createRepository(resource, write.database, context.getHooks(resource.name));
    let [changed, unchanged] = [0, 0];
    const previews: BulkRow[] = [];
    const addPreviews = (rows: readonly BulkRow[]) =>
      isDryRun && previews.push(...rows.slice(0, maxBulkRows - previews.length));

    const deleteRows = async (rows: readonly Row[]): Promise<void> => {
      const deletions = rows.map(({ _id }) => ({ id: String(_id) }));
      await deleteRecords({ resource, context }, write, deletions);
      changed += rows.length;
      addPreviews(rows.map((row) => ({ id: String(row._id), label: labelOf(resource, row), before: {}, after: null })));
    };

    const updateRows = async (rows: readonly Row[]): Promise<void> => {
      const changes = rows.flatMap((row) => {
        const values = pickChanged(computeChanges(request.values ?? {}, row), row);
        return Object.keys(values).length > 0 ? [{ id: String(row._id), values, current: row }] : [];
      });
      const shown = isDryRun ? changes.slice(0, maxBulkRows - previews.length) : [];
      const before = new Map((await repository.findMany(shown.map(({ id }) => id))).map((each) => [each._id, each]));
      const written = await writeMany({ resource, context }, write, changes);
      changed += changes.length;
      unchanged += rows.length - changes.length;
      for (const { row, read } of written.slice(0, shown.length)) {
        const current = before.get(String(row._id));
        if (!current) continue;
        const label = labelOf(resource, current);
        addPreviews([toPreviewRow(resource, { label, before: current, after: await read() })]);
      }
    };

    const ids = await findTargetIds(resource, request, repository);
    for await (const chunk of transaction.inParts(ids)) {
      const byId = await repository.findRowsById(chunk, { forUpdate: true });
      const missing = chunk.filter((id) => !byId.has(id));
      failed.push(...missing.map((id) => ({ id, label: '', message: notFoundError(resource).message })));
      const rows = chunk.map((id) => byId.get(id)).filter((row) => row !== undefined);
      await transaction.applyToAll(rows, {
        toRecord: (row) => ({ id: String(row._id), label: labelOf(resource, row) }),
        apply: request.action === 'delete' ? deleteRows : updateRows,
      });
    }
    const written = await transaction.countWritten();
    return {
      changed,
      unchanged,
      rows: previews,
      total: ids.length,
      cascadedCount: written - changed,
      failed,
      changeId: transaction.isDiscarded() || written === 0 ? null : write.changeId,
    };
  });
};
