import { nameKey } from '#shared/normalize-text.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { type Row, resourceTables, supportsRowLocks } from '../../database/tables.ts';
import type { OperationsContext, WriteContext } from '../../records/hooks.ts';
import { writeDrafts } from '../../records/write.ts';
import { lockAttributes } from '../../resources/attribute/attribute-value.ts';
import { scanRows } from '../lookup.ts';
import type { ReportBuilder } from '../report.ts';

type RequestedValue = { name: string; text: string };
type Value = { _id: string; name: string };

/** Returns the first item for each key, so that the first spelling in the sheet wins. */
const uniqueBy = <Item>(items: readonly Item[], toKey: (item: Item) => string): Item[] =>
  [...new Map(items.toReversed().map((item) => [toKey(item), item])).values()].toReversed();

export const loadAttributes = async (
  { context, write }: { context: OperationsContext; write: WriteContext },
  report: ReportBuilder,
) => {
  const create = async (resource: Resource, values: readonly Row[]): Promise<Row[]> => {
    const written = await writeDrafts(
      { resource, context },
      write,
      values.map((value) => ({ values: value })),
    );
    return written.map(({ row }) => row);
  };
  const attributeIdsByName = new Map<string, string>();
  const valuesByKey = new Map<string, Value>();
  const attributeNames = new Map<string, string>();
  const pairKeys = new Map<string, string>();
  const toPairKey = (attributeName: unknown, name: unknown) => `${nameKey(attributeName)}\n${nameKey(name)}`;
  const toKey = (attributeId: string, name: unknown) => `${attributeId} ${nameKey(name)}`;
  const addAttribute = ({ _id, name }: Row) => {
    attributeNames.set(String(_id), String(name));
    if (!attributeIdsByName.has(nameKey(name))) attributeIdsByName.set(nameKey(name), String(_id));
  };
  const addValue = ({ _id, attributeId, name }: Row) => {
    const key = toKey(String(attributeId), name);
    pairKeys.set(String(_id), toPairKey(attributeNames.get(String(attributeId)), name));
    if (!valuesByKey.has(key)) valuesByKey.set(key, { _id: String(_id), name: String(name) });
  };
  const { database } = write;
  for await (const rows of scanRows(database, { resource: attribute, columns: ['name'] })) {
    rows.forEach(addAttribute);
  }
  for await (const rows of scanRows(database, {
    resource: attributeValue,
    columns: ['name', 'attributeId'],
  })) {
    rows.forEach(addValue);
  }

  /** Reads the values again under a lock, because another transaction may have added some. */
  const refetchValues = async (attributeIds: string[]) => {
    if (!supportsRowLocks(database) || attributeIds.length === 0) return;
    await lockAttributes(database, attributeIds);
    const rows = await resourceTables(database)
      .selectFrom(attributeValue.name)
      .select(['_id', 'name', 'attributeId'])
      .where('attributeId', 'in', attributeIds)
      .orderBy('_id')
      .execute();
    rows.forEach(addValue);
  };

  const find = ({ name, text }: RequestedValue): Value | undefined =>
    valuesByKey.get(toKey(attributeIdsByName.get(nameKey(name)) ?? '', text));
  return {
    ensure: async (requested: readonly RequestedValue[]): Promise<void> => {
      const missing = requested.filter((item) => !find(item));
      if (missing.length === 0) return;
      const unknown = missing.filter(({ name }) => !attributeIdsByName.has(nameKey(name)));
      const attributes = await create(
        attribute,
        uniqueBy(unknown, ({ name }) => nameKey(name)).map(({ name }) => ({ name })),
      );
      attributes.forEach(addAttribute);
      await refetchValues([...new Set(missing.map(({ name }) => attributeIdsByName.get(nameKey(name)) ?? ''))]);
      const values = missing
        .filter((item) => !find(item))
        .map(({ name, text }) => ({ attributeId: attributeIdsByName.get(nameKey(name)) ?? '', name: text }));
      const createdValues = await create(
        attributeValue,
        uniqueBy(values, ({ attributeId, name }) => toKey(attributeId, name)),
      );
      createdValues.forEach(addValue);
      if (attributes.length > 0) report.createdCounts(attribute.name, attributes.length);
      if (createdValues.length > 0) report.createdCounts(attributeValue.name, createdValues.length);
    },
    /** Compares the names of the values, in any order. */
    hasSameValues: (valueIds: readonly string[], requested: readonly RequestedValue[]): boolean => {
      const stored = valueIds.map((id) => pairKeys.get(id) ?? '').sort();
      const expected = requested.map(({ name, text }) => toPairKey(name, text)).sort();
      return stored.length === expected.length && stored.every((pair, at) => pair === expected[at]);
    },
    /** Returns an existing value; throws if it doesn't exist. */
    find: (requested: RequestedValue): Value => {
      const value = find(requested);
      if (!value) throw new Error(`The value ${requested.text} of ${requested.name} was not created`);
      return value;
    },
  };
};

export type AttributeIndex = Awaited<ReturnType<typeof loadAttributes>>;
