import type { FieldError } from '#shared/api.ts';
import type { FailedRecord } from '#shared/bulk.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import type { RecordChanges } from '#shared/update-many.ts';
import { inChunks } from '../database/chunks.ts';
import type { Row } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { type BulkTarget, pickChanged } from './bulk.ts';
import { type BulkTransaction, type ChangeOptions, runBulkTransaction } from './bulk-transaction.ts';
import type { Operations, RecordUpdate } from './operations.ts';
import { createRepository, type Repository } from './repository.ts';
import { notFoundError } from './write.ts';

export type UpdateManyOutcome = {
  changed: number;
  changeId: string | null;
  /** The records as they are now; empty if one was rejected. */
  records: AnyRecord[];
  failed: FailedRecord[];
  errors: FieldError[];
  /** Records that someone else has changed meanwhile, as they are now. */
  conflicts: AnyRecord[];
};

type Target = Omit<BulkTarget, 'computeChanges'>;

type Work = {
  target: Target;
  transaction: BulkTransaction;
  operations: Operations;
  repository: Repository;
  outcome: UpdateManyOutcome;
};

/** A change and its place in the request. */
type Sent = { changes: RecordChanges; index: number };

const reject = ({ outcome }: Work, index: number, { id, label }: { id: string; label: string }, error: AppError) => {
  const place = `records.${index}`;
  const fieldErrors = error.errors ?? [];
  outcome.failed.push({ id, label, message: error.message });
  outcome.errors.push(
    ...fieldErrors.map(({ field, message }) => ({ field: `${place}.${field}`, message })),
    ...(fieldErrors.length === 0 ? [{ field: place, message: error.message }] : []),
  );
};

const isStale = ({ version }: RecordChanges, current: Row): boolean =>
  version !== undefined && version !== current.version;

/** Updates one record in its own savepoint, so that the errors of all records are reported at once. */
const updateOne = async (work: Work, { id, values, current }: RecordUpdate, index: number): Promise<void> => {
  const { target, transaction, operations, outcome } = work;
  const { actor, changeId } = transaction.write;
  const label = String(current?.[target.resource.titleField] ?? '');
  try {
    await operations.update(id, values, { actor, changeId });
    outcome.changed += 1;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    reject(work, index, { id, label }, error);
  }
};

const updateChunk = async (work: Work, sent: readonly Sent[]): Promise<void> => {
  const { target, transaction, operations, repository, outcome } = work;
  const rows = await repository.findRows(
    sent.map(({ changes }) => changes.id),
    { forUpdate: true },
  );
  const byId = new Map(rows.map((row) => [String(row._id), row]));
  const updates: { update: RecordUpdate; index: number }[] = [];
  for (const { changes, index } of sent) {
    const { id, version, ...values } = changes;
    const current = byId.get(id);
    if (!current) {
      reject(work, index, { id, label: '' }, notFoundError(target.resource));
      continue;
    }
    const changed = pickChanged(values, current);
    if (Object.keys(changed).length === 0) continue;
    if (isStale(changes, current)) {
      const record = await repository.find(id);
      if (record) outcome.conflicts.push(record);
    } else updates.push({ update: { id, values: changed, current }, index });
  }
  const { updateMany } = operations;
  const isDone =
    updateMany !== undefined &&
    updates.length > 0 &&
    (await transaction.attemptAll(async (write) => {
      await updateMany(
        write,
        updates.map(({ update }) => update),
      );
      return true;
    }));
  if (isDone) outcome.changed += updates.length;
  else for (const { update, index } of updates) await updateOne(work, update, index);
};

/** Updates each record with its own values, all or none, as one change. */
export const updateRecordsTogether = (
  target: Target,
  records: readonly RecordChanges[],
  options: ChangeOptions<UpdateManyOutcome>,
): Promise<UpdateManyOutcome> =>
  runBulkTransaction(target.context, options.actor, async (transaction) => {
    const { write, context } = transaction;
    const repository = createRepository(target.resource, write.database);
    const outcome: UpdateManyOutcome = {
      changed: 0,
      changeId: null,
      records: [],
      failed: transaction.failed,
      errors: [],
      conflicts: [],
    };
    const operations = target.createOperations(context);
    const sent = records.map((changes, index) => ({ changes, index }));
    for (const chunk of inChunks(sent)) {
      await transaction.pause();
      await updateChunk({ target, transaction, operations, repository, outcome }, chunk);
    }
    const isCommitted = outcome.failed.length === 0 && outcome.conflicts.length === 0;
    if (isCommitted) {
      outcome.records = await repository.findMany(records.map(({ id }) => id));
      if (outcome.changed > 0) outcome.changeId = write.changeId;
      await options.beforeCommit(write, outcome);
    }
    return { result: outcome, isCommitted };
  });
