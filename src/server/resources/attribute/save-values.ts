import type { AttributeValueInput } from '#shared/attribute-values.ts';
import { nameKey } from '#shared/normalize-text.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { formatCount, formatList } from '#shared/resource-kit/labels.ts';
import { createSchema } from '#shared/resource-kit/schemas.ts';
import { attributeValue, duplicateValueMessage } from '#shared/resources/attribute-value.ts';
import type { Row } from '../../database/tables.ts';
import { AppError, parseInput } from '../../lib/app-error.ts';
import type { BulkTransaction } from '../../records/bulk-transaction.ts';
import { deleteRecords } from '../../records/delete.ts';
import type { Notices } from '../../records/prepare-values.ts';
import { replaceInTransaction } from '../../records/replace.ts';
import { type RecordChange, writeMany } from '../../records/write.ts';

type Save = {
  attributeId: string;
  attributeName: string;
  /** In their order. */
  stored: readonly AnyRecord[];
  inputs: readonly AttributeValueInput[];
};

type Listed = { input: AttributeValueInput; index: number };

const isKept = ({ isRemoved, replacementId }: AttributeValueInput) => !isRemoved && !replacementId;

/** Whether a sent value was changed or deleted by someone else. */
export const haveChangedSince = (stored: readonly AnyRecord[], inputs: readonly AttributeValueInput[]): boolean => {
  const versions = new Map(stored.map(({ _id, version }) => [_id, version]));
  return inputs.some(({ _id, version, isRemoved }) => {
    if (_id === undefined) return false;
    if (!versions.has(_id)) return !isRemoved;
    return version !== undefined && version !== versions.get(_id);
  });
};

const conflict = (field: string, message: string) =>
  new AppError('conflict', message, { errors: [{ field, message }] });

/** Reports the fields of a rejected value by their place in the request. */
const atIndex = async (index: number, work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, errors = [{ field: 'name', message }] } = error;
    throw new AppError(code, message, {
      errors: errors.map((problem) => ({
        ...problem,
        field: `attributeValueArr.${index}.${problem.field}`,
      })),
    });
  }
};

const maxNames = 3;

const listProducts = (labels: readonly string[]) =>
  formatList([
    ...labels.slice(0, maxNames).map((label) => `“${label}”`),
    ...(labels.length > maxNames ? [formatCount(labels.length - maxNames, 'more product')] : []),
  ]);

const mergeValue = async (
  transaction: BulkTransaction,
  { _id = '', replacementId = '' }: AttributeValueInput,
  { stored }: Save,
): Promise<void> => {
  const field = 'replacementId';
  const into = stored.find((value) => value._id === replacementId);
  if (!into) throw conflict(field, 'The value to merge into no longer exists');
  const { failed } = transaction;
  const { title } = await replaceInTransaction(attributeValue, transaction, { id: _id, replacementId });
  if (failed.length === 0) return;
  const products = listProducts(failed.map(({ label }) => label));
  throw conflict(
    field,
    `“${title}” can’t be merged into “${into.name}”, because variants of ${products} would become equal. Remove one of each pair first.`,
  );
};

/** Values that were duplicates before can be saved; a new or renamed value must differ from all others. */
const assertDistinct = async (listed: readonly Listed[], { stored, attributeName }: Save): Promise<void> => {
  const sent = new Set(listed.map(({ input }) => input._id));
  const storedNames = new Map(stored.map(({ _id, name }) => [_id, nameKey(name)]));
  const entries = [
    ...stored.flatMap(({ _id, name }) => (sent.has(_id) ? [] : [{ name, index: -1, isChanged: false }])),
    ...listed
      .filter(({ input }) => isKept(input))
      .map(({ input: { _id, name = '' }, index }) => ({
        name,
        index,
        isChanged: _id === undefined || storedNames.get(_id) !== nameKey(name),
      })),
  ];
  const seen = new Map<string, (typeof entries)[number]>();
  for (const entry of entries) {
    const key = nameKey(entry.name);
    const other = seen.get(key);
    if (other && (entry.isChanged || other.isChanged)) {
      const index = entry.isChanged ? entry.index : other.index;
      const existing = entry.isChanged ? other : entry;
      await atIndex(index, () =>
        Promise.reject(conflict('name', duplicateValueMessage(attributeName, String(existing.name)))),
      );
    }
    seen.set(key, entry);
  }
};

/** Whether values have this order without new positions: existing ones, then new ones. */
const isNaturalOrder = (order: readonly (string | undefined)[], stored: readonly AnyRecord[]): boolean => {
  const kept = new Set(order);
  const natural = stored.flatMap(({ _id }) => (kept.has(_id) ? [_id] : []));
  return order.every((id, index) => id === natural[index]);
};

const changedValues = (
  { name, color, image, imageAlt, files }: AttributeValueInput,
  { current, position }: { current: AnyRecord; position: number | undefined },
): Row => {
  const sent = { name, color, image, imageAlt, ...(position !== undefined && { position }) };
  const changed = Object.fromEntries(
    Object.entries(sent).filter(([key, value]) => value !== undefined && value !== current[key]),
  );
  return 'image' in changed && files ? { ...changed, files } : changed;
};

const findUpdates = (
  kept: readonly AttributeValueInput[],
  { stored, hasNewOrder }: { stored: readonly AnyRecord[]; hasNewOrder: boolean },
): RecordChange[] => {
  const byId = new Map(stored.map((value) => [value._id, value]));
  return kept.flatMap((input, index) => {
    const current = byId.get(input._id ?? '');
    if (!current) return [];
    const values = changedValues(input, { current, position: hasNewOrder ? index : undefined });
    return Object.keys(values).length > 0 ? [{ id: current._id, values }] : [];
  });
};

/**
 * Merges, deletes, changes, orders and adds values of an attribute, whose row is locked. Merges come first, so that a
 * value can be renamed to the name of one that was merged into it.
 */
export const saveValues = async (transaction: BulkTransaction, save: Save, notices?: Notices): Promise<void> => {
  const { write, context } = transaction;
  const { attributeId, stored, inputs } = save;
  const target = { resource: attributeValue, context };
  const storedIds = new Set(stored.map(({ _id }) => _id));
  const listed = inputs.map((input, index) => ({ input, index }));
  const ofStored = listed.filter(({ input: { _id } }) => _id !== undefined && storedIds.has(_id));
  for (const { input, index } of ofStored) {
    if (input.replacementId) await atIndex(index, () => mergeValue(transaction, input, save));
  }
  for (const { input, index } of ofStored) {
    if (input.isRemoved && !input.replacementId)
      await atIndex(index, () => deleteRecords(target, write, [{ id: String(input._id) }]));
  }
  await assertDistinct(listed, save);
  const kept = listed.filter(({ input }) => isKept(input));
  const hasNewOrder = !isNaturalOrder(
    kept.map(({ input }) => input._id),
    stored,
  );
  const sentIds = new Set(inputs.map(({ _id }) => _id));
  const unlisted = stored.flatMap(({ _id }) => (sentIds.has(_id) ? [] : [{ _id, isRemoved: false }]));
  await writeMany(
    target,
    write,
    findUpdates([...kept.map(({ input }) => input), ...unlisted], { stored, hasNewOrder }),
  );
  for (const [at, { input, index }] of kept.entries()) {
    const { _id, isRemoved, replacementId, version, ...values } = input;
    if (_id !== undefined) continue;
    const position = hasNewOrder ? at : null;
    await atIndex(index, () => {
      const parsed = parseInput(createSchema(attributeValue), { ...values, attributeId, position });
      return writeMany(target, write, [{ values: parsed }], { notices });
    });
  }
};
