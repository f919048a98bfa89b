import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { type Field, hasFileFields } from '#shared/resource-kit/fields.ts';
import { filterableFields, sortableFields } from '#shared/resource-kit/list-fields.ts';
import { type ColumnType, filesColumn, getCodec } from './codec.ts';

export type Column = {
  name: string;
  type: ColumnType;
  /** Value for rows that existed before the column; null where the column may be empty. */
  defaultTo: string | number | null;
  references?: { table: string; onDelete: 'restrict' | 'cascade' };
};

export type TableSchema = {
  name: string;
  columns: Column[];
  /** One per filter and sort field, so that a page is read in order without a scan or a sort. */
  indexes: Index[];
};

/** An index on an expression; rows with equal values are ordered newest first. */
export type Index = { name: string; table: string; expression: string };

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
  indexes: [...new Set([...filterableFields(resource), ...sortableFields(resource)])]
    .filter((name) => !hasOwnSql(resource, name))
    .map((name) => ({
      name: `${resource.name}_by_${name}`,
      table: resource.name,
      expression: sortExpression(resource.fields[name], `"${name}"`),
    })),
});
