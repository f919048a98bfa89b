import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { encodeFilter } from '../database/codec.ts';
import type { Row } from '../database/tables.ts';
import { matchesLink } from './links.ts';

/** SQL conditions on a resource's row by filter, for filters that don't compare a column with the value. */
export type FilterConditions = Readonly<Record<string, (value: string) => RawBuilder<boolean>>>;

export type FieldFilters = {
  resource: Resource;
  filters: Readonly<Record<string, string>>;
  conditions: FilterConditions;
  /** Keeps SQLite from finding the rows by an index of a filter. */
  ignoresFilterIndexes?: boolean;
};

/** A condition for Yes and its negation for No; other values match nothing. */
export const matchesYesNo = (value: string, condition: RawBuilder<boolean>): RawBuilder<boolean> => {
  if (value === 'true') return condition;
  return value === 'false' ? sql<boolean>`not (${condition})` : matchesNothing;
};

export const matchesNothing: RawBuilder<boolean> = sql<boolean>`1 = 0`;

/** Whether a list has no search and no filter. */
export const includesAll = ({ words, filters }: { words: readonly string[]; filters: object }): boolean =>
  words.length === 0 && Object.keys(filters).length === 0;

export const applyFieldFilters = <Output>(
  query: SelectQueryBuilder<Record<string, Row>, string, Output>,
  { resource, filters, conditions, ignoresFilterIndexes = false }: FieldFilters,
): SelectQueryBuilder<Record<string, Row>, string, Output> =>
  Object.entries(filters).reduce((soFar, [name, value]) => {
    const condition =
      conditions[name]?.(value) ??
      matchesLink(resource, name, value) ??
      sql<boolean>`${sql.ref(`${resource.name}.${name}`)} = ${encodeFilter(resource.fields[name], value)}`;
    return soFar.where(ignoresFilterIndexes ? sql<boolean>`+(${condition})` : condition);
  }, query);
