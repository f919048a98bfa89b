import type { Resource } from '#shared/resource/define-resource.ts';
import { type Field, type FieldKind, hasFileFields } from '#shared/resource/fields.ts';
import type { Row } from './tables.ts';

/** The column types that both databases keep alike. */
export type ColumnType = 'text' | 'integer' | 'bigint' | 'double precision';

/** How values of a kind are kept: in a column of which type, and written and read how. */
type Codec = {
  type: ColumnType;
  /** The stored value of a row that was there before the column; null where the column may be empty. */
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
  // Hundredths, so that an amount is exact and sorts as a number.
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

/** The column with the original names and sizes of a record's files, as JSON by field. */
export const filesColumn = 'files';

/** How the values of a field are kept. */
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

/** The values of a record as its row keeps them. */
export const encodeRow = (resource: Resource, values: Row): Row => convert(resource, values, 'encode');

/** The values of a record from its row. */
export const decodeRow = (resource: Resource, row: Row): Row => convert(resource, row, 'decode');

/** A filter's value as the column keeps it. */
export const encodeFilter = (field: Field | undefined, value: string): unknown =>
  field?.kind === 'boolean' ? ({ true: 1, false: 0 }[value] ?? null) : value;
