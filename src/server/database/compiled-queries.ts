import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from './tables.ts';

const maxCached = 30;

/** Caches compiled queries by key, because building and compiling one takes longer than running it. */
export const createQueryCache = () => {
  const cached = new Map<string, CompiledQuery>();
  return (key: string, compile: () => CompiledQuery): CompiledQuery => {
    const known = cached.get(key);
    if (known) return known;
    const query = compile();
    if (cached.size >= maxCached) cached.clear();
    cached.set(key, query);
    return query;
  };
};

/**
 * Compiles a query once per database, for queries that every request needs. `build` gets a placeholder for each named
 * value.
 */
export const prepareQuery = <Name extends string, Output>(
  names: readonly Name[],
  build: (database: Database, values: Record<Name, string>) => Compilable<Output>,
) => {
  const placeholders = Object.fromEntries(names.map((name) => [name, `:${name}`])) as Record<Name, string>;
  const compiled = new WeakMap<Database, CompiledQuery<Output>>();
  return async (database: Database, values: Record<Name, string>): Promise<Output[]> => {
    const query = compiled.get(database) ?? build(database, placeholders).compile();
    compiled.set(database, query);
    const parameters = query.parameters.map((value) => {
      const name = names.find((candidate) => placeholders[candidate] === value);
      return name === undefined ? value : values[name];
    });
    return (await database.executeQuery<Output>({ ...query, parameters })).rows;
  };
};
