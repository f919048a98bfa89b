import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { vi } from 'vitest';

const statementPrototype = () => {
  const connection = new BetterSqlite(':memory:');
  const prototype = Object.getPrototypeOf(connection.prepare('select 1')) as BetterSqlite.Statement;
  connection.close();
  return prototype;
};

/** Records the SQL that servers in this process run during `work`, including transaction control. */
export const recordStatements = async (work: () => Promise<unknown>): Promise<string[]> => {
  const statements: string[] = [];
  const prototype = statementPrototype();
  const spyOn = (name: 'run' | 'all') => {
    const original = prototype[name] as (...parameters: unknown[]) => unknown;
    return vi.spyOn(prototype as Record<'run' | 'all', typeof original>, name).mockImplementation(function (
      this: BetterSqlite.Statement,
      ...parameters: unknown[]
    ) {
      statements.push(this.source);
      return original.apply(this, parameters);
    });
  };
  const { exec } = BetterSqlite.prototype;
  const onExec = vi.spyOn(BetterSqlite.prototype, 'exec').mockImplementation(function (
    this: BetterSqlite.Database,
    sql: string,
  ) {
    statements.push(sql);
    return exec.call(this, sql);
  });
  const spies = [spyOn('run'), spyOn('all'), onExec];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const onPostgres = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [asked] = args as [string | { text: string }];
    statements.push(typeof asked === 'string' ? asked : asked.text);
    return query.apply(this, args) as never;
  });
  try {
    await work();
    return statements;
  } finally {
    for (const spy of [...spies, onPostgres]) spy.mockRestore();
  }
};
