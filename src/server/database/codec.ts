import type { Resource } from '#shared/resource/define-resource.ts';
import { type Field, type FieldKind, hasFileFields } from '#shared/resource/fields.ts';
import type { Row } from './tables.ts';

export type ColumnType = 'text' | 'integer' | 'bigint' | 'double precision';

type Codec = {
  type: ColumnType;
  defaultTo: string | number | null;
  encode?: (value: unknown) => unknown;
  decode?: (stored: unknown) => unknown;
};

const emptyText: Codec = { type: 'text', defaultTo: '' };
const optionalText: Codec = { type: 'text', defaultTo: null };

const codecs: Record<FieldKind, Codec> = {
  text: emptyText,
  richText: emptyText,
  status: { type: 'text', defaultTo: 'ACTIVE' },
  choice: optionalText,
  choices: {
    type: 'text',
    defaultTo: '[]',
    encode: (value) => JSON.stringify(value),
    decode: (stored) => JSON.parse(String(stored)),
  },
  number: { type: 'double precision', defaultTo: null },
  // Stored in hundredths, so that an amount is exact and sorts as a number.
  money: {
    type: 'bigint',
    defaultTo: null,
    encode: (value) => (value === null ? null : Math.round(Number(value) * 100)),
    decode: (stored) => (stored === null ? null : Number(stored) / 100),
  },
  boolean: {
    type: 'integer',
    defaultTo: 0,
    encode: (value) => (value ? 1 : 0),
    decode: (stored) => Number(stored) === 1,
  },
  date: optionalText,
  reference: optionalText,
  inherited: optionalText,
  image: optionalText,
  pdf: optionalText,
  video: optionalText,
};

/** Original names and sizes of a record's files, as JSON by field. */
export const filesColumn = 'files';

export const codecOf = (field: Field): Codec => codecs[field.kind];

const convert = (resource: Resource, row: Row, direction: 'encode' | 'decode'): Row => {
  const converted = { ...row };
  for (const [name, field] of Object.entries(resource.fields)) {
    const toOther = codecOf(field)[direction];
    if (toOther && row[name] !== undefined) converted[name] = toOther(row[name]);
  }
  const files = hasFileFields(resource) ? row[filesColumn] : undefined;
  if (files !== undefined)
    converted[filesColumn] = direction === 'encode' ? JSON.stringify(files) : JSON.parse(String(files));
  return converted;
};

/** Converts a record's values to column values. */
export const encodeRow = (resource: Resource, values: Row): Row => convert(resource, values, 'encode');

/** Converts column values to a record's values. */
export const decodeRow = (resource: Resource, row: Row): Row => convert(resource, row, 'decode');

/** Converts a filter's value to a column value; null matches no row. */
export const encodeFilter = (field: Field | undefined, value: string): unknown =>
  field?.kind === 'boolean' ? ({ true: 1, false: 0 }[value] ?? null) : value;
