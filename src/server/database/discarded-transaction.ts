import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { type CompiledQuery, type DatabaseConnection, SelectQueryNode } from 'kysely';
import type { DatabaseHandle } from './database-handle.ts';
import type { DatabaseWorkers } from './database-worker.ts';
import { createQueryBuilder } from './query-builder.ts';
import { openCopy } from './scratch-copy.ts';
import { busyTimeout, connect, singleConnectionDialect } from './single-connection.ts';

const prefix = 'copy-';

/** Removes the copies of a server that was killed. */
export const removeCopies = (dataDir: string): void => {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(prefix))) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
};

/** A connection that reads a snapshot of a database until the first write, and then a copy of it. */
const connectToCopy = async ({ path, createCopy }: { path: string; createCopy: () => Promise<string> }) => {
  const snapshot = new BetterSqlite(path, { readonly: true, timeout: busyTimeout });
  snapshot.exec('BEGIN');
  const reading = await connect(snapshot);
  let copy: BetterSqlite.Database | undefined;
  let writing: Promise<DatabaseConnection> | undefined;
  const beginWriting = async (): Promise<DatabaseConnection> => {
    const copyPath = await createCopy();
    snapshot.close();
    copy = openCopy(copyPath);
    copy.exec('BEGIN');
    return connect(copy);
  };
  const choose = ({ query }: CompiledQuery): DatabaseConnection | Promise<DatabaseConnection> => {
    if (!writing && SelectQueryNode.is(query)) return reading;
    writing ??= beginWriting();
    return writing;
  };
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery) => (await choose(query)).executeQuery<Row>(query),
    streamQuery: async function* <Row>(query: CompiledQuery, chunkSize?: number) {
      yield* (await choose(query)).streamQuery<Row>(query, chunkSize);
    },
  };
  const close = () => {
    snapshot.close();
    copy?.close();
  };
  return { connection, close };
};

export const createDiscardedTransactions =
  ({ path, workers }: { path: string; workers: DatabaseWorkers }): DatabaseHandle['discardedTransaction'] =>
  async (work) => {
    const folder = mkdtempSync(join(dirname(path), prefix));
    const createCopy = async () => {
      const copyPath = join(folder, 'copy.db');
      await workers.run({ kind: 'copy', path, copyPath });
      return copyPath;
    };
    const { connection, close } = await connectToCopy({ path, createCopy });
    try {
      return await createQueryBuilder({ dialect: singleConnectionDialect(connection) })
        .transaction()
        .execute(work);
    } finally {
      close();
      await workers.drain();
      rmSync(folder, { recursive: true, force: true });
    }
  };
