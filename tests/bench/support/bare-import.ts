import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { BenchServer } from './bench-server.ts';
import { copyDatabase } from './copy-database.ts';

/** The tables that an import of products writes, parents first. Triggers fill the search index. */
const tables = [
  ...['attribute', 'attributeValue', 'product', 'productVariant'],
  ...['productSku', 'productAttributeValue', 'fileUse', 'history'],
];

type Rows = Map<string, unknown[][]>;

/** The rows that the database has and its earlier copy doesn't. */
const readNewRows = (path: string, emptyPath: string): Rows => {
  const database = new Database(path, { readonly: true });
  database.prepare('attach ? as earlier').run(emptyPath);
  const rows = tables.map((name): [string, unknown[][]] => {
    const select = database.prepare<[], unknown[]>(
      `select * from main."${name}" where rowid not in (select rowid from earlier."${name}") order by rowid`,
    );
    return [name, select.raw().safeIntegers().all()];
  });
  database.close();
  return new Map(rows);
};

/** Opens a copy with the settings of the connection that writes imports. */
const openWriter = (path: string): Database.Database => {
  const database = new Database(path);
  for (const setting of [
    ...['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'],
    ...['cache_size = -65536', 'wal_autocheckpoint = 0'],
  ]) {
    database.pragma(setting);
  }
  return database;
};

/** The search index is written once per statement, so that one row at a time takes twice as long. */
const maxParameters = 1000;

const insertAll = (database: Database.Database, rows: Rows): void => {
  for (const [name, written] of rows) {
    const columns = written[0]?.length ?? 0;
    const prepare = (count: number) => {
      const row = `(${Array(columns).fill('?').join(', ')})`;
      return database.prepare(`insert into "${name}" values ${Array(count).fill(row).join(', ')}`);
    };
    const rowsPerStatement = Math.floor(maxParameters / Math.max(1, columns));
    const insert = columns > 0 ? prepare(rowsPerStatement) : undefined;
    for (let at = 0; at < written.length; at += rowsPerStatement) {
      const chunk = written.slice(at, at + rowsPerStatement);
      const statement = chunk.length === rowsPerStatement ? insert : prepare(chunk.length);
      statement?.run(chunk.flat());
    }
  }
};

/**
 * Copies an empty catalogue. The returned function reads what an import has written since, and returns the bare
 * statements that write the same rows into that copy, in one transaction.
 */
export const prepareBareImport = (office: BenchServer) => {
  const emptyPath = join(office.dataDir, 'empty.db');
  const empty = copyDatabase(office, 'empty.db');
  empty.pragma('journal_mode = DELETE');
  empty.close();
  return () => {
    const rows = readNewRows(join(office.dataDir, 'backoffice.db'), emptyPath);
    const path = join(office.dataDir, 'bare.db');
    const openCopy = () => {
      copyFileSync(emptyPath, path);
      return openWriter(path);
    };
    let database = openCopy();
    const close = () => {
      database.close();
      rmSync(path);
    };
    return {
      run: () => database.transaction(() => insertAll(database, rows))(),
      tidy: () => {
        close();
        database = openCopy();
      },
      close,
    };
  };
};
