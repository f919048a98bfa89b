import type { Resource } from '#shared/resource/define-resource.ts';
import type { Field } from '#shared/resource/fields.ts';
import { filterNames } from '#shared/resource/schemas.ts';

/** The column types that both databases keep alike. */
type ColumnType = 'text' | 'integer' | 'double precision';

export type Column = {
  name: string;
  type: ColumnType;
  /** The value of a row that was there before the column; null where the column may be empty. */
  defaultTo: string | number | null;
  references?: { table: string; onDelete: 'restrict' | 'cascade' };
};

export type TableSchema = { name: string; columns: Column[]; indexed: string[] };

/** Where the words of a record are kept as `query` looks for them. */
export const searchColumn = 'search';

const text = (name: string, defaultTo: string | null): Column => ({ name, type: 'text', defaultTo });

// What is required is checked before a record is written. The database allows an empty value,
// so that a field can be added to a table that has rows.
const columnOf = (name: string, field: Field): Column => {
  switch (field.kind) {
    case 'text':
    case 'richText':
      return text(name, '');
    case 'status':
      return text(name, 'ACTIVE');
    case 'number':
      return { name, type: 'double precision', defaultTo: null };
    case 'reference':
      return { ...text(name, null), references: { table: field.to, onDelete: field.onDelete } };
    default:
      return text(name, null);
  }
};

/** The table that a declaration asks for. `_id` is its key. */
export const tableSchemaOf = (resource: Resource): TableSchema => ({
  name: resource.name,
  columns: [
    text('_id', ''),
    ...Object.entries(resource.fields).map(([name, field]) => columnOf(name, field)),
    text(searchColumn, ''),
    { name: 'version', type: 'integer', defaultTo: 1 },
    text('createdAt', ''),
    text('updatedAt', ''),
  ],
  indexed: filterNames(resource),
});

/** The name of the index on a column. */
export const indexName = (table: string, column: string): string => `${table}_${column}`;
