import { nameKey } from '#shared/normalize-text.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { type Row, resourceTables, supportsRowLocks } from '../../database/tables.ts';
import type { OperationsContext, WriteContext } from '../../records/hooks.ts';
import { writeDrafts } from '../../records/write.ts';
import { lockAttributes } from '../../resources/attribute/attribute-value.ts';
import { loadLookup } from '../lookup.ts';
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
  const { database } = write;
  const create = async (resource: Resource, values: readonly Row[]): Promise<Row[]> => {
    const drafts = values.map((value) => ({ values: value }));
    const written = await writeDrafts({ resource, context }, write, drafts);
    if (written.length > 0) report.createdCounts(resource.name, written.length);
    return written.map(({ row }) => row);
  };
  const attributes = await loadLookup(database, attribute);
  const values = await loadLookup(database, attributeValue);

  const findAttribute = (name: string): Row | undefined => attributes.find(name)[0];
  const find = ({ name, text }: RequestedValue): Value | undefined => {
    const attributeId = findAttribute(name)?._id;
    return values.find(text).find((value) => value.attributeId === attributeId) as Value | undefined;
  };
  const toPairKey = (attributeName: unknown, name: unknown) => `${nameKey(attributeName)}\n${nameKey(name)}`;

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
    rows.forEach(values.add);
  };

  return {
    ensure: async (requested: readonly RequestedValue[]): Promise<void> => {
      const missing = requested.filter((item) => !find(item));
      if (missing.length === 0) return;
      const unknown = missing.filter(({ name }) => !findAttribute(name));
      const names = uniqueBy(unknown, ({ name }) => nameKey(name)).map(({ name }) => ({ name }));
      for (const row of await create(attribute, names)) attributes.add(row);
      const attributeIdOf = ({ name }: RequestedValue) => String(findAttribute(name)?._id);
      await refetchValues([...new Set(missing.map(attributeIdOf))]);
      const added = missing
        .filter((item) => !find(item))
        .map((item) => ({ attributeId: attributeIdOf(item), name: item.text }));
      const distinct = uniqueBy(added, ({ attributeId, name }) => `${attributeId} ${nameKey(name)}`);
      for (const row of await create(attributeValue, distinct)) values.add(row);
    },
    /** Compares the names of the values, in any order. */
    hasSameValues: (valueIds: readonly string[], requested: readonly RequestedValue[]): boolean => {
      const stored = valueIds.map((id) => {
        const value = values.get(id);
        return toPairKey(attributes.get(value?.attributeId)?.name, value?.name);
      });
      const expected = requested.map(({ name, text }) => toPairKey(name, text)).sort();
      return stored.length === expected.length && stored.sort().every((pair, at) => pair === expected[at]);
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
