import { nameKey } from '#shared/name-key.ts';
import type { Resource } from '#shared/resource/define-resource.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { type Row, resourceTables } from '../../database/tables.ts';
import type { OperationsContext, WriteContext } from '../../records/hooks.ts';
import { writeRecords } from '../../records/write.ts';
import { lockAttributes } from '../../resources/attribute-value.ts';
import { scanRows } from '../lookup.ts';
import type { ReportBuilder } from '../report.ts';

type Wanted = { name: string; text: string };
type Value = { _id: string; name: string };

/** Returns the first item for each key, so that the first spelling in the sheet wins. */
const firstOfEach = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] =>
  [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();

export const loadAttributes = async (
  { context, write }: { context: OperationsContext; write: WriteContext },
  report: ReportBuilder,
) => {
  const create = async (resource: Resource, values: readonly Row[]): Promise<Row[]> => {
    const written = await writeRecords(
      { resource, context },
      write,
      values.map((each) => ({ values: each })),
    );
    return written.map(({ row }) => row);
  };
  const ids = new Map<string, string>();
  const known = new Map<string, Value>();
  const attributeNames = new Map<string, string>();
  const namesOfValues = new Map<string, string>();
  const pairOf = (attributeName: unknown, name: unknown) => `${nameKey(attributeName)}\n${nameKey(name)}`;
  const keyOf = (attributeId: string, name: unknown) => `${attributeId} ${nameKey(name)}`;
  const addAttribute = ({ _id, name }: Row) => {
    attributeNames.set(String(_id), String(name));
    if (!ids.has(nameKey(name))) ids.set(nameKey(name), String(_id));
  };
  const addValue = ({ _id, attributeId, name }: Row) => {
    const key = keyOf(String(attributeId), name);
    namesOfValues.set(String(_id), pairOf(attributeNames.get(String(attributeId)), name));
    if (!known.has(key)) known.set(key, { _id: String(_id), name: String(name) });
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
    if (!write.databaseHandle.supportsRowLocks || attributeIds.length === 0) return;
    await lockAttributes(write, attributeIds);
    const rows = await resourceTables(database)
      .selectFrom(attributeValue.name)
      .select(['_id', 'name', 'attributeId'])
      .where('attributeId', 'in', attributeIds)
      .orderBy('_id')
      .execute();
    rows.forEach(addValue);
  };

  const find = ({ name, text }: Wanted) => known.get(keyOf(ids.get(nameKey(name)) ?? '', text));
  return {
    ensure: async (wanted: readonly Wanted[]): Promise<void> => {
      const missing = wanted.filter((one) => !find(one));
      const unknown = missing.filter(({ name }) => !ids.has(nameKey(name)));
      const attributes = await create(
        attribute,
        firstOfEach(unknown, ({ name }) => nameKey(name)).map(({ name }) => ({ name })),
      );
      attributes.forEach(addAttribute);
      await refetchValues([...new Set(missing.map(({ name }) => ids.get(nameKey(name)) ?? ''))]);
      const values = missing
        .filter((one) => !find(one))
        .map(({ name, text }) => ({ attributeId: ids.get(nameKey(name)) ?? '', name: text }));
      const made = await create(
        attributeValue,
        firstOfEach(values, ({ attributeId, name }) => keyOf(attributeId, name)),
      );
      made.forEach(addValue);
      if (attributes.length > 0) report.createdCounts(attribute.name, attributes.length);
      if (made.length > 0) report.createdCounts(attributeValue.name, made.length);
    },
    /** Compares the names of the values, in any order. */
    isSame: (valueIds: readonly string[], wanted: readonly Wanted[]): boolean => {
      const stored = valueIds.map((id) => namesOfValues.get(id) ?? '').sort();
      const named = wanted.map(({ name, text }) => pairOf(name, text)).sort();
      return stored.length === named.length && stored.every((pair, at) => pair === named[at]);
    },
    /** Returns an existing value; throws if it doesn't exist. */
    find: (wanted: Wanted): Value => {
      const value = find(wanted);
      if (!value) throw new Error(`The value ${wanted.text} of ${wanted.name} was not created`);
      return value;
    },
  };
};

export type AttributeIndex = Awaited<ReturnType<typeof loadAttributes>>;
