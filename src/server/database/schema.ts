import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { type Field, type FieldKind, hasFileFields, hasPages } from '#shared/resource-kit/fields.ts';
import { filterableFields, sortableFields } from '#shared/resource-kit/list-fields.ts';
import type { Row } from './tables.ts';

type ColumnType = 'text' | 'integer' | 'bigint' | 'double precision';

type Conversion = Record<'encode' | 'decode', (value: unknown) => unknown>;

type Codec = { type: ColumnType; defaultTo: string | number | null; conversion?: Conversion };

const json: Conversion = {
  encode: (value) => JSON.stringify(value),
  decode: (stored) => JSON.parse(String(stored)),
};

const emptyText: Codec = { type: 'text', defaultTo: '' };
const optionalText: Codec = { type: 'text', defaultTo: null };

const codecs: Record<FieldKind, Codec> = {
  text: emptyText,
  slug: emptyText,
  richText: emptyText,
  status: { type: 'text', defaultTo: 'ACTIVE' },
  choice: optionalText,
  choices: { type: 'text', defaultTo: '[]', conversion: json },
  number: { type: 'double precision', defaultTo: null },
  // Stored in hundredths, so that an amount is exact and sorts as a number.
  money: {
    type: 'bigint',
    defaultTo: null,
    conversion: {
      encode: (value) => (value === null ? null : Math.round(Number(value) * 100)),
      decode: (stored) => (stored === null ? null : Number(stored) / 100),
    },
  },
  boolean: {
    type: 'integer',
    defaultTo: 0,
    conversion: { encode: (value) => (value ? 1 : 0), decode: (stored) => Number(stored) === 1 },
  },
  date: optionalText,
  reference: optionalText,
  inherited: optionalText,
  image: optionalText,
  pdf: optionalText,
  video: optionalText,
  captions: optionalText,
  media: optionalText,
};

/** Original names and sizes of a record's files, as JSON by field. */
export const filesColumn = 'files';

const getCodec = (field: Field): Codec => codecs[field.kind];

/** Converts one value of a record to a column value. */
export const encodeValue = (field: Field | undefined, value: unknown): unknown => {
  const conversion = field && getCodec(field).conversion;
  return conversion ? conversion.encode(value) : value;
};

const conversionCache = new WeakMap<Resource, Map<string, Conversion>>();

/** The columns of a resource whose values differ from those of its records. */
const getConversions = (resource: Resource): Map<string, Conversion> => {
  const cached = conversionCache.get(resource);
  if (cached) return cached;
  const found = new Map<string, Conversion>(hasFileFields(resource) ? [[filesColumn, json]] : []);
  for (const [name, field] of Object.entries(resource.fields)) {
    const { conversion } = getCodec(field);
    if (conversion) found.set(name, conversion);
  }
  conversionCache.set(resource, found);
  return found;
};

const convert = (resource: Resource, row: Row, direction: keyof Conversion): Row => {
  const converted = { ...row };
  for (const [name, conversion] of getConversions(resource)) {
    if (row[name] !== undefined) converted[name] = conversion[direction](row[name]);
  }
  return converted;
};

/** Converts a record's values to column values. */
export const encodeRow = (resource: Resource, values: Row): Row => convert(resource, values, 'encode');

/** Converts column values to a record's values. */
export const decodeRow = (resource: Resource, row: Row): Row => convert(resource, row, 'decode');

/** Converts a filter's value to a column value; null matches no row. */
export const encodeFilter = (field: Field | undefined, value: string): unknown =>
  field?.kind === 'boolean' ? ({ true: 1, false: 0 }[value] ?? null) : value;

export type Column = {
  name: string;
  type: ColumnType;
  /** Value for rows that existed before the column; null where the column may be empty. */
  defaultTo: string | number | null;
  references?: { table: string; onDelete: 'restrict' | 'cascade' };
};

type TableSchema = {
  name: string;
  columns: Column[];
  /** One per filter and sort field, so that a page is read in order without a scan or a sort. */
  indexes: { name: string; expression: string; condition?: string }[];
};

/** A number in the order of `_id`, which is the row id in SQLite's search index. */
export const searchKeyColumn = 'searchKey';

/** The user who saved a record last, for resources whose lists filter by it. */
export const updaterColumn = 'updatedBy';

export const storesUpdater = ({ extraFilters = {} }: Resource): boolean => updaterColumn in extraFilters;

/** The words of a record in the form that `query` searches for. */
export const searchColumn = 'search';

const text = (name: string, defaultTo: string | null): Column => ({ name, type: 'text', defaultTo });

// Required fields are checked before a record is written. The database allows an empty value, so that a field can be
// added to a table with rows.
const toColumn = (name: string, field: Field): Column => {
  const { type, defaultTo } = getCodec(field);
  return field.kind === 'reference'
    ? { name, type, defaultTo, references: { table: field.to, onDelete: field.onDelete } }
    : { name, type, defaultTo };
};

/** Indexed characters of a long text. */
const sortedLength = 200;

/** SQL expression to sort by; texts ignore case. A query and its index must use the same expression. */
export const sortExpression = (field: Field | undefined, column: string): string => {
  if (field?.kind !== 'text') return column;
  return field.isMultiline ? `lower(substr(${column}, 1, ${sortedLength}))` : `lower(${column})`;
};

/** Whether a filter or sort order isn't a column of the declaration, so that its index is in a migration. */
const hasOwnSql = ({ fields, links, extraFilters = {}, extraSorts = [] }: Resource, name: string) =>
  links?.[name] !== undefined ||
  (name in extraFilters && name !== updaterColumn) ||
  (extraSorts.includes(name) && !(name in fields));

/** The condition for records that have no slug yet, as its index needs it to the letter. */
export const lacksSlug = `"slug" = ''`;

export const buildTableSchema = (resource: Resource): TableSchema => ({
  name: resource.name,
  columns: [
    text('_id', ''),
    ...Object.entries(resource.fields).map(([name, field]) => toColumn(name, field)),
    ...(hasFileFields(resource) ? [text(filesColumn, '{}')] : []),
    text(searchColumn, ''),
    { name: searchKeyColumn, type: 'bigint', defaultTo: null },
    { name: 'version', type: 'integer', defaultTo: 1 },
    text('createdAt', ''),
    text('updatedAt', ''),
    ...(storesUpdater(resource) ? [text(updaterColumn, null)] : []),
  ],
  indexes: [
    ...[...new Set([...filterableFields(resource), ...sortableFields(resource)])]
      .filter((name) => !hasOwnSql(resource, name))
      .map((name) => ({
        name: `${resource.name}_by_${name}`,
        expression: sortExpression(resource.fields[name], `"${name}"`),
      })),
    ...(hasPages(resource)
      ? [{ name: `${resource.name}_without_slug`, expression: '"slug"', condition: lacksSlug }]
      : []),
    ...Object.entries(resource.fields).flatMap(([name, field]) =>
      field.kind === 'text' && field.code === 'gtin'
        ? [{ name: `${resource.name}_with_${name}`, expression: `"${name}"`, condition: `"${name}" <> ''` }]
        : [],
    ),
  ],
});
