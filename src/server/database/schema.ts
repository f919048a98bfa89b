import type { Resource } from '#shared/resource/define-resource.ts';
import { type Field, hasFileFields } from '#shared/resource/fields.ts';
import { filterNames, sortNames } from '#shared/resource/schemas.ts';
import { type ColumnType, codecOf, filesColumn } from './codec.ts';

export type Column = {
  name: string;
  type: ColumnType;
  /** The value of a row that was there before the column; null where the column may be empty. */
  defaultTo: string | number | null;
  references?: { table: string; onDelete: 'restrict' | 'cascade' };
};

export type TableSchema = {
  name: string;
  columns: Column[];
  /** What a page can be narrowed or sorted by: it is then read in order, and neither sorted nor looked for. */
  indexes: Index[];
};

/** An index on an expression, the newest record first where it gives the same. */
export type Index = { name: string; table: string; expression: string };

/** A number that is in the order of `_id`, under which SQLite's index of words knows a record. */
export const searchKeyColumn = 'searchKey';

/** Where the words of a record are kept as `query` looks for them. */
export const searchColumn = 'search';

const text = (name: string, defaultTo: string | null): Column => ({ name, type: 'text', defaultTo });

// What is required is checked before a record is written. The database allows an empty value,
// so that a field can be added to a table that has rows.
const columnOf = (name: string, field: Field): Column => {
  const { type, defaultTo } = codecOf(field);
  return field.kind === 'reference'
    ? { name, type, defaultTo, references: { table: field.to, onDelete: field.onDelete } }
    : { name, type, defaultTo };
};

/** As much of a long text as an index holds. */
const sortedLength = 200;

/** By what a column is sorted, as SQL: a text without regard to case. The same in every query and its index. */
export const sortExpression = (field: Field | undefined, column: string): string => {
  if (field?.kind !== 'text') return column;
  return field.isMultiline ? `lower(substr(${column}, 1, ${sortedLength}))` : `lower(${column})`;
};

/** The table that a declaration asks for. `_id` is its key. */
export const tableSchemaOf = (resource: Resource): TableSchema => ({
  name: resource.name,
  columns: [
    text('_id', ''),
    ...Object.entries(resource.fields).map(([name, field]) => columnOf(name, field)),
    ...(hasFileFields(resource) ? [text(filesColumn, '{}')] : []),
    text(searchColumn, ''),
    { name: searchKeyColumn, type: 'bigint', defaultTo: null },
    { name: 'version', type: 'integer', defaultTo: 1 },
    text('createdAt', ''),
    text('updatedAt', ''),
  ],
  indexes: [...new Set([...filterNames(resource), ...sortNames(resource)])]
    .filter((name) => !resource.links?.[name])
    .map((name) => ({
      name: `${resource.name}_by_${name}`,
      table: resource.name,
      expression: sortExpression(resource.fields[name], `"${name}"`),
    })),
});
