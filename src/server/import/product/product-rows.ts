import { parseAttributeField } from '#shared/import-columns.ts';
import { splitList } from '#shared/listed-texts.ts';
import { nameKey } from '#shared/normalize-text.ts';
import { productColumns } from '#shared/product/import-columns.ts';
import type { TableRow } from '../../../spreadsheet/table.ts';
import {
  assertRequiredColumn,
  type FilledCell,
  filledCells,
  listCellErrors,
  type MappedColumn,
  mapColumns,
  readText,
  type SheetColumns,
} from '../columns.ts';
import { isUrl } from '../parse-cell.ts';
import { type ImportErrors, ReportBuilder } from '../report.ts';

export type Cell = Omit<FilledCell, 'field'>;

export type WebImage = { address: string; title: string; position?: number; isOfVariant?: true };

export type RowAttribute = { name: string; text: string; title: string };

/** A row of a product sheet in any format, without empty cells. */
export type ProductRow = {
  row: number;
  cells: ReadonlyMap<string, Cell>;
  attributes: readonly RowAttribute[];
  errors: ImportErrors;
  /** Column titles by field. */
  headers: ReadonlyMap<string, string>;
  images: readonly WebImage[];
  /** An unknown category is not an error, because the format has other categories. */
  isCategoryOptional?: boolean;
};

/** Fields by which rows belong to one product, the most reliable first. */
const keyFields = ['handle', 'name', 'sku'] as const;

/** Reads the rows of a sheet. The sources of all rows are in memory at once, so that rows of a product can be anywhere. */
export type ProductFormat<Source> = {
  /** Null if the row has no content. */
  read: (row: TableRow) => Source | null;
  textOf: (source: Source, field: (typeof keyFields)[number]) => string | undefined;
  imagesOf: (source: Source) => readonly WebImage[];
  toRow: (source: Source) => ProductRow;
};

export const headersByField = (columns: readonly MappedColumn[]): ReadonlyMap<string, string> =>
  new Map(columns.map(({ field, title }) => [field, title]));

const maxPooled = 10_000;

/** Returns one object for all equal attribute values, so that each is checked, stored and looked up once. */
export const createAttributePool = () => {
  const pooled = new Map<string, RowAttribute>();
  return (attribute: RowAttribute): RowAttribute => {
    const key = `${attribute.title}\n${attribute.text}`;
    const known = pooled.get(key);
    if (known) return known;
    if (pooled.size >= maxPooled) pooled.clear();
    pooled.set(key, attribute);
    return attribute;
  };
};

type AttributePool = ReturnType<typeof createAttributePool>;

export const readMappedCells = (
  source: TableRow,
  { columns, pool, report }: { columns: readonly MappedColumn[]; pool: AttributePool; report: ReportBuilder },
): Pick<ProductRow, 'cells' | 'attributes' | 'errors'> => {
  const cells = new Map<string, Cell>();
  const attributes: RowAttribute[] = [];
  for (const cell of filledCells(source, { columns, report })) {
    const { field, title, text } = cell;
    const name = parseAttributeField(field);
    if (name === null) cells.set(field, cell);
    else attributes.push(pool({ name, text, title }));
  }
  return { errors: listCellErrors(source, columns), cells, attributes };
};

const collectWebImages = (cells: ReadonlyMap<string, Cell>): WebImage[] => {
  const [thumbnail, variantImages] = [cells.get('thumbnail'), cells.get('variantImages')];
  return [
    ...(thumbnail && isUrl(thumbnail.text) ? [{ address: thumbnail.text, title: thumbnail.title, position: 0 }] : []),
    ...(variantImages ? splitImageNames(variantImages.text) : [])
      .filter(isUrl)
      .map((address) => ({ address, title: variantImages?.title ?? '', isOfVariant: true as const })),
  ];
};

export const splitImageNames = (text: string): string[] =>
  splitList(text.includes('://') ? text.replace(/,\s*(?=https?:)/g, ';') : text.replaceAll(',', ';'));

const imageFields = ['thumbnail', 'variantImages'];

export const nativeFormat = (sheet: SheetColumns, report: ReportBuilder): ProductFormat<TableRow> => {
  const columns = mapColumns(sheet, { fields: productColumns, report, hasAttributes: true });
  assertRequiredColumn(columns, { fields: productColumns, requiredFields: ['name', 'handle', 'sku'] });
  const headers = headersByField(columns);
  const byField = new Map(columns.map((column) => [column.field, column]));
  const pool = createAttributePool();
  const imageColumns = columns.filter(({ field }) => imageFields.includes(field));
  return {
    read: (row) => row,
    textOf: (source, field) => {
      const column = byField.get(field);
      return column && (readText(source, column) || undefined);
    },
    imagesOf: (source) =>
      collectWebImages(readMappedCells(source, { columns: imageColumns, pool, report: new ReportBuilder() }).cells),
    toRow: (source) => {
      const read = readMappedCells(source, { columns, pool, report });
      return { row: source.row, headers, ...read, images: collectWebImages(read.cells) };
    },
  };
};

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
