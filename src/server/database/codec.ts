import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { type Field, type FieldKind, hasFileFields } from '#shared/resource-kit/fields.ts';
import type { Row } from './tables.ts';

export type ColumnType = 'text' | 'integer' | 'bigint' | 'double precision';

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
};

/** Original names and sizes of a record's files, as JSON by field. */
export const filesColumn = 'files';

export const getCodec = (field: Field): Codec => codecs[field.kind];

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
