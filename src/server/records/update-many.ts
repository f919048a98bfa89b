import type { FieldError } from '#shared/api.ts';
import type { FailedRecord } from '#shared/bulk.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import type { RecordChanges } from '#shared/update-many.ts';
import type { Row } from '../database/tables.ts';
import type { AppError } from '../lib/app-error.ts';
import { pickChanged } from './bulk.ts';
import { applyToAll, type ChangeOptions, runBulkTransaction } from './bulk-transaction.ts';
import type { OperationsContext } from './hooks.ts';
import { createRepository, type Repository } from './repository.ts';
import { notFoundError, writeMany } from './write.ts';

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

/** A change and its place in the request. */
type Sent = { changes: RecordChanges; index: number };

const reject = (
  outcome: UpdateManyOutcome,
  { index, id, label, error }: { index: number; id: string; label: string; error: AppError },
) => {
  const place = `records.${index}`;
  const fieldErrors = error.errors ?? [];
  outcome.failed.push({ id, label, message: error.message });
  outcome.errors.push(
    ...fieldErrors.map(({ field, message }) => ({ field: `${place}.${field}`, message })),
    ...(fieldErrors.length === 0 ? [{ field: place, message: error.message }] : []),
  );
};

/** Finds the changes that differ from the stored records. Missing and meanwhile changed records go into the outcome. */
const findUpdates = async (
  resource: Resource,
  repository: Repository,
  sent: readonly Sent[],
  outcome: UpdateManyOutcome,
) => {
  const ids = sent.map(({ changes }) => changes.id);
  const byId = await repository.findRowsById(ids, { forUpdate: true });
  const updates: { id: string; values: Row; current: Row; index: number }[] = [];
  for (const { changes, index } of sent) {
    const { id, version, ...values } = changes;
    const current = byId.get(id);
    if (!current) {
      reject(outcome, { index, id, label: '', error: notFoundError(resource) });
      continue;
    }
    const changed = pickChanged(values, current);
    if (Object.keys(changed).length === 0) continue;
    if (version !== undefined && version !== current.version) {
      const record = await repository.find(id);
      if (record) outcome.conflicts.push(record);
    } else updates.push({ id, values: changed, current, index });
  }
  return updates;
};

const isRejected = ({ failed, conflicts }: UpdateManyOutcome): boolean => failed.length > 0 || conflicts.length > 0;

/** Updates each record with its own values, all or none, as one change. */
export const updateRecordsTogether = (
  { resource, context: outer }: { resource: Resource; context: OperationsContext },
  records: readonly RecordChanges[],
  options: ChangeOptions<UpdateManyOutcome>,
): Promise<UpdateManyOutcome> =>
  runBulkTransaction(outer, { ...options, isRejected }, async ({ write, context, inParts, failed }) => {
    const repository = createRepository(resource, write.database);
    const outcome: UpdateManyOutcome = {
      changed: 0,
      changeId: null,
      records: [],
      failed,
      errors: [],
      conflicts: [],
    };
    const sent = records.map((changes, index) => ({ changes, index }));
    for await (const chunk of inParts(sent)) {
      const updates = await findUpdates(resource, repository, chunk, outcome);
      const written = await applyToAll(write.databaseHandle, updates, {
        apply: (some) => writeMany({ resource, context }, write, some),
        onFailure: ({ id, index, current }, error) =>
          reject(outcome, { index, id, label: String(current[resource.titleField] ?? ''), error }),
      });
      outcome.changed += written.flat().length;
    }
    if (isRejected(outcome)) return outcome;
    outcome.records = await repository.findMany(records.map(({ id }) => id));
    if (outcome.changed > 0) outcome.changeId = write.changeId;
    return outcome;
  });
