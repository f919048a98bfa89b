import { nameKey } from '#shared/name-key.ts';
import type { TableRow } from '../../../spreadsheet/table.ts';
import type { ReportBuilder } from '../report.ts';
import { keyFields, type ProductFormat, type ProductRow } from './product-rows.ts';

/** Rows of one product usually follow each other, so that most texts are those of the row before. */
const createKeyReader = (field: string): ((text: string) => string) => {
  let last = '';
  let key = '';
  return (text) => {
    if (text !== last) key = `${field} ${nameKey(text)}`;
    last = text;
    return key;
  };
};

/** Groups rows by product: by handle, else by name, else by SKU. */
const createGroups = <Source>({ textOf }: ProductFormat<Source>) => {
  const groups: Source[][] = [];
  const byKey = new Map<string, Source[]>();
  const readers = keyFields.map((field) => ({ field, toKey: createKeyReader(field) }));
  const readKeys = (source: Source): string[] => {
    const keys: string[] = [];
    for (const { field, toKey } of readers) {
      const text = textOf(source, field);
      if (text !== undefined) keys.push(toKey(text));
    }
    return keys;
  };
  return {
    groups,
    add: (source: Source): void => {
      const keys = readKeys(source);
      let group = byKey.get(keys[0] ?? '');
      if (!group) {
        group = [];
        groups.push(group);
      }
      // A later row without the handle still matches by name.
      for (const key of keys) if (!byKey.has(key)) byKey.set(key, group);
      group.push(source);
    },
  };
};

export type ProductGroups = {
  imageAddresses: Set<string>;
  /** Returns the rows of each product, and forgets them. */
  take: () => Generator<ProductRow[]>;
};

/** Reads all rows and groups them by product. */
export const readGroups = async <Source>(
  batches: AsyncIterable<TableRow[]>,
  { format, report }: { format: ProductFormat<Source>; report: ReportBuilder },
): Promise<ProductGroups> => {
  const { groups, add } = createGroups(format);
  const imageAddresses = new Set<string>();
  for await (const rows of batches) {
    for (const row of rows) {
      report.row();
      const source = format.read(row);
      if (source === null) continue;
      add(source);
      for (const { address } of format.imagesOf(source)) imageAddresses.add(address);
    }
  }
  return {
    imageAddresses,
    take: function* () {
      groups.reverse();
      for (let group = groups.pop(); group; group = groups.pop()) yield group.map(format.toRow);
    },
  };
};
