import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import type { Write } from '../../resource/rules.ts';
import { insertRows, newRows, noteNewRows } from '../../resource/save-many.ts';
import type { Row } from '../../storage/tables.ts';
import { allRows, nameKey } from '../lookup.ts';
import type { Report } from '../report.ts';

type Wanted = { name: string; text: string };
type Value = { _id: string; name: string };

/** Every attribute with its values, by their names. */
export type AttributeBook = {
  /** Creates what is not there yet. */
  ensure: (wanted: readonly Wanted[]) => Promise<void>;
  /** The value of that name; it must be there. */
  find: (wanted: Wanted) => Value;
};

const insertNew = async (
  write: Write,
  { resource, values }: { resource: typeof attribute | typeof attributeValue; values: Row[] },
): Promise<Row[]> => {
  const rows = await newRows(write, { resource, values });
  await insertRows(write, { resource, rows });
  await noteNewRows(write, { resource, rows });
  return rows;
};

/** Loads all attributes and their values. */
export const loadAttributes = async (write: Write, report: Report): Promise<AttributeBook> => {
  const ids = new Map<string, string>();
  const values = new Map<string, Value>();
  const keyOf = (attributeId: string, name: unknown) => `${attributeId} ${nameKey(name)}`;
  const addAttribute = ({ _id, name }: Row) => {
    if (!ids.has(nameKey(name))) ids.set(nameKey(name), String(_id));
  };
  const addValue = ({ _id, attributeId, name }: Row) => {
    const key = keyOf(String(attributeId), name);
    if (!values.has(key)) values.set(key, { _id: String(_id), name: String(name) });
  };
  const { database } = write;
  for await (const rows of allRows(database, { resource: attribute, columns: ['name'] })) {
    rows.forEach(addAttribute);
  }
  for await (const rows of allRows(database, {
    resource: attributeValue,
    columns: ['name', 'attributeId'],
  })) {
    rows.forEach(addValue);
  }

  const find = ({ name, text }: Wanted) => values.get(keyOf(ids.get(nameKey(name)) ?? '', text));
  return {
    ensure: async (wanted) => {
      const missing = wanted.filter((one) => !find(one));
      const names = new Map(
        missing.filter(({ name }) => !ids.has(nameKey(name))).map(({ name }) => [nameKey(name), name]),
      );
      const attributes = await insertNew(write, {
        resource: attribute,
        values: [...names.values()].map((name) => ({ name })),
      });
      attributes.forEach(addAttribute);
      const texts = new Map(
        missing.map(({ name, text }) => {
          const attributeId = ids.get(nameKey(name)) ?? '';
          return [keyOf(attributeId, text), { attributeId, name: text }];
        }),
      );
      const made = await insertNew(write, { resource: attributeValue, values: [...texts.values()] });
      made.forEach(addValue);
      if (attributes.length > 0) report.alsoCreated(attribute.name, attributes.length);
      if (made.length > 0) report.alsoCreated(attributeValue.name, made.length);
    },
    find: (wanted) => {
      const value = find(wanted);
      if (!value) throw new Error(`The value ${wanted.text} of ${wanted.name} was not created`);
      return value;
    },
  };
};
