import type { Logger } from 'pino';
import type { DatabaseHandle } from '../../database/database-handle.ts';
import { type Database, type DatabaseTransaction, resourceTables, supportsRowLocks } from '../../database/tables.ts';
import { updateRows } from '../../database/write-rows.ts';
import { type BackgroundTask, startBackgroundTask } from '../../lib/background-task.ts';
import { yieldToEventLoop } from '../../lib/yield-to-event-loop.ts';
import type { Extension } from '../../records/extension.ts';
import { completenessInputs, type KeyedRules, readRules, scoreColumns } from './rules.ts';

const productsAtOnce = 200;

/** Finds products whose score is from other rules, by two ranges of an index. */
const findOutdated = async (database: Database, key: string): Promise<string[]> => {
  for (const operator of ['<', '>'] as const) {
    const rows = await resourceTables(database)
      .selectFrom('product')
      .select('_id')
      .where('completenessKey', operator, key)
      .orderBy('completenessKey')
      .limit(productsAtOnce)
      .execute();
    if (rows.length > 0) return rows.map(({ _id }) => String(_id));
  }
  return [];
};

const rescoreProducts = async (
  database: DatabaseTransaction,
  { ids, rules }: { ids: readonly string[]; rules: KeyedRules },
): Promise<void> => {
  const rows = await resourceTables(database)
    .selectFrom('product')
    .select(['_id', ...completenessInputs])
    .where('_id', 'in', ids)
    .$if(supportsRowLocks(database), (query) => query.forNoKeyUpdate())
    .execute();
  await updateRows(database, {
    table: 'product',
    rows: rows.map((row) => ({ _id: row._id, ...scoreColumns(row, rules) })),
    types: { completeness: 'integer' },
  });
};

/**
 * Computes the scores of all products again that are from other rules than the current ones, in small transactions.
 * Versions and times of the products don't change, because nobody changed them. Returns the number of products.
 */
const rescore = async ({ database, transaction }: DatabaseHandle, signal: AbortSignal): Promise<number> => {
  let count = 0;
  while (!signal.aborted) {
    const ids = await findOutdated(database, (await readRules(database)).key);
    if (ids.length === 0) break;
    await transaction(async (open) => rescoreProducts(open, { ids, rules: await readRules(open) }));
    count += ids.length;
    await yieldToEventLoop();
  }
  return count;
};

let rulesChanges = 0;

/** Call in a transaction that changes the rules; the commits after that start a rescore. */
const noteRulesChange = (): void => {
  rulesChanges += 1;
};

const hour = 60 * 60 * 1000;
/** The commit of a change of the rules follows within this time, in milliseconds. */
const longestChange = 60_000;

/**
 * Keeps the scores of products up to date with the rules: in the background after a change of the rules, at startup,
 * and every hour for products that were written with former rules meanwhile.
 */
export const startRescoring = ({
  databaseHandle,
  log,
}: {
  databaseHandle: DatabaseHandle;
  log: Logger;
}): BackgroundTask => {
  const work = async (signal: AbortSignal) => {
    const count = await rescore(databaseHandle, signal);
    if (count > 0) log.info({ count }, 'computed the completeness of products again');
  };
  const failure = 'could not compute the completeness of products';
  const task = startBackgroundTask({ work, every: hour, log, failure });
  let seen = rulesChanges;
  let watchesUntil = 0;
  // The next commit may be that of another transaction.
  const stopListening = databaseHandle.onCommit(() => {
    if (seen !== rulesChanges) watchesUntil = Date.now() + longestChange;
    seen = rulesChanges;
    if (Date.now() < watchesUntil) task.run();
  });
  task.run();
  return {
    ...task,
    stop: () => {
      stopListening();
      return task.stop();
    },
  };
};

/** A change of the rules changes the scores of products, after it is committed. */
export const completenessRulesExtension: Extension = {
  hooks: {
    afterWrite: async () => noteRulesChange(),
    beforeDelete: async () => noteRulesChange(),
  },
};
