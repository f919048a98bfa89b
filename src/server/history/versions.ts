import type { RecordVersion, RestoreIssue } from '#shared/history.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { newId } from '../database/ids.ts';
import type { Database, HistoryTable, Row } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { readPage } from '../lib/pages.ts';
import { runBulkTransaction } from '../records/bulk-transaction.ts';
import type { Actor, OperationsContext, WriteContext } from '../records/hooks.ts';
import type { RevertTarget } from '../records/operations.ts';
import type { Notices } from '../records/prepare-values.ts';
import { findRevertTarget } from '../resources/index.ts';
import { listChangedFields, withDisplayNames } from './entries.ts';
import { conflictError, parseRow, pickInput, toInput } from './undo.ts';
import { parseEntry, withWholeRecords } from './whole-records.ts';

type VersionsQuery = { resource: string; recordId: string; pageIndex: number; pageSize: number };

const authorColumns = ['_id', 'action', 'at', 'userId', 'userName'] as const;

/** Lists the states that a record has had, newest first, without their contents. */
export const listVersions = async (
  database: Database,
  { resource, recordId, pageIndex, pageSize }: VersionsQuery,
): Promise<{ data: RecordVersion[]; total: number }> => {
  const entries = database
    .selectFrom('history')
    .select(authorColumns)
    .where('resource', '=', resource)
    .where('recordId', '=', recordId)
    .where('action', 'in', ['create', 'update'])
    .where('after', 'is not', null)
    .orderBy('_id', 'desc');
  const { data: rows, total } = await readPage(entries, { pageIndex, pageSize });
  const newest = total - pageIndex * pageSize;
  const data = rows.map(
    ({ action: _, ...row }, index): RecordVersion => ({ ...row, side: 'after', number: newest - index }),
  );
  const first = rows.at(-1);
  // The record is older than the history, so only the first change knows how it was before.
  if (first?.action === 'update' && data.at(-1)?.number === 1)
    data.push({ ...first, userId: null, userName: null, side: 'before', number: 0 });
  return { data, total };
};

type Source = { database: Database; getHooks: OperationsContext['getHooks'] };

/** Returns the whole record as it was before or after a change; `isNamed` adds the display names of references. */
export const readVersion = async (
  source: Source,
  entry: HistoryTable,
  { side, isNamed = false }: Pick<RecordVersion, 'side'> & { isNamed?: boolean },
): Promise<Row | null> => {
  const whole = await withWholeRecords(source, [parseEntry(entry)]);
  const [version] = isNamed ? await withDisplayNames(source.database, whole) : whole;
  return version?.[side] ?? null;
};

type RestoreRequest = { recordId: string; state: Row; fields?: readonly string[] | undefined };

type RestoreOptions = { context: OperationsContext; revertTarget: RevertTarget; actor: Actor | null };

/** Variants that were removed since get new ids. */
const toComparable = (value: unknown): string =>
  JSON.stringify(value ?? null, (key, part) => (key === '_id' ? undefined : part));

const findDifferentFields = ({ resource }: RevertTarget, { state, fields }: RestoreRequest, current: Row): string[] => {
  const restorable = Object.keys(toInput(resource, state));
  return listChangedFields({ before: current, after: state }).filter(
    (name) => restorable.includes(name) && (fields?.includes(name) ?? true),
  );
};

const toBlockingIssues = ({ message, errors = [] }: AppError, names: readonly string[]): RestoreIssue[] => {
  const ofFields = names.flatMap((name) => {
    const found = errors.find(({ field }) => field === name || field.startsWith(`${name}.`));
    return found ? [{ field: name, message: found.message, isBlocking: true }] : [];
  });
  // An error without a field concerns the change as a whole.
  return ofFields.length > 0 ? ofFields : names.map((field) => ({ field, message, isBlocking: true }));
};

const describeInexact = ({ fields }: Resource, name: string, notices: Notices): string =>
  notices.find(({ field }) => field === name)?.message ??
  (fields[name]
    ? 'Won’t be exactly as it was, because its rules have changed since'
    : 'Won’t be exactly as it was: names of attribute values stay as they are now');

const findInexact = (
  { resource }: RevertTarget,
  { state, saved, names, notices }: { state: Row; saved: AnyRecord; names: string[]; notices: Notices },
): RestoreIssue[] =>
  names
    .filter((name) => name in saved && toComparable(saved[name]) !== toComparable(state[name]))
    .map((field) => ({ field, message: describeInexact(resource, field, notices), isBlocking: false }));

/**
 * Restores fields of a record in a transaction that is rolled back, and returns those that would be rejected or
 * changed. All rules of a save apply, because it is one.
 */
export const previewRestore = (
  request: RestoreRequest,
  { context, revertTarget, actor }: RestoreOptions,
): Promise<{ fields: string[]; issues: RestoreIssue[] }> => {
  // Nothing is written, so the user needn’t enter the password yet.
  const confirmed = actor && { ...actor, isConfirmed: true };
  const { recordId, state } = request;
  return runBulkTransaction(context, { actor: confirmed, isDryRun: true }, async ({ write, context: nested }) => {
    const target = findRevertTarget(revertTarget.resource.name, nested) ?? revertTarget;
    const { resource, operations, schemas } = target;
    let names = findDifferentFields(target, request, await operations.get(recordId));
    const issues: RestoreIssue[] = [];
    while (names.length > 0) {
      const notices: Notices = [];
      try {
        const values = parseRow(schemas.update, pickInput(resource, state, names));
        const options = { actor: confirmed, changeId: write.changeId, notices };
        const saved = await operations.update(recordId, values, options);
        issues.push(...findInexact(target, { state, saved, names, notices }));
        break;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const blocking = toBlockingIssues(error, names);
        issues.push(...blocking);
        names = names.filter((name) => !blocking.some(({ field }) => field === name));
      }
    }
    return { fields: names, issues };
  });
};

export type RestoreResult = { fields: string[]; changeId: string | null };

/** Restores fields of a record as a separate change, checked like any save. */
export const restoreVersion = async (
  request: RestoreRequest & { version?: number | undefined },
  {
    revertTarget,
    actor,
    beforeCommit,
  }: RestoreOptions & { beforeCommit: (write: WriteContext, result: RestoreResult) => Promise<void> },
): Promise<RestoreResult> => {
  const { resource, operations, schemas } = revertTarget;
  const { recordId, state, version } = request;
  const current = await operations.get(recordId);
  if (version !== undefined && version !== current.version)
    throw conflictError(`Someone else has changed this ${inSentence(resource.label)}`, current);
  const fields = findDifferentFields(revertTarget, request, current);
  if (fields.length === 0) return { fields, changeId: null };
  const result = { fields, changeId: newId() };
  const values = parseRow(schemas.update, pickInput(resource, state, fields));
  await operations.update(
    recordId,
    { ...values, version: current.version },
    { actor, changeId: result.changeId, beforeCommit: (write) => beforeCommit(write, result) },
  );
  return result;
};
