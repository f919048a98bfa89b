import type { Compilable, CompiledQuery } from 'kysely';
import { type Database, isSqlite } from './tables.ts';

/** Placeholder for the value of a prepared query; `[argument]` for its list. */
export const argument = Symbol('argument') as unknown as string;

const prepared = new WeakMap<Database, Map<string, CompiledQuery<never>>>();
const maxPrepared = 200;

/** Runs a query that is built and compiled once per key: that takes longer than running a short one. */
export const runPrepared = async <Output>(
  database: Database,
  { key, build, value }: { key: string; build: () => Compilable<Output>; value?: string | null | readonly string[] },
): Promise<Output[]> => {
  const known = prepared.get(database) ?? new Map<string, CompiledQuery<Output>>();
  prepared.set(database, known);
  const query = known.get(key) ?? build().compile();
  if (known.size >= maxPrepared) known.clear();
  known.set(key, query);
  const sent = Array.isArray(value) && isSqlite(database) ? JSON.stringify(value) : value;
  const parameters = query.parameters.map((each) => (each === argument ? sent : each));
  return (await database.executeQuery<Output>({ ...query, parameters })).rows;
};
