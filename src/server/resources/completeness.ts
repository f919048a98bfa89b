import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import {
  type CompletenessRules,
  computeCompleteness,
  defaultCompletenessRules,
  type Requirement,
} from '#shared/product/completeness.ts';
import { completenessRequirements, completenessRules } from '#shared/resources/completeness-rules.ts';
import { tradeFieldNames } from '#shared/resources/product.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { decodeRow } from '../database/schema.ts';
import {
  type Database,
  type DatabaseTransaction,
  type Row,
  resourceTables,
  supportsRowLocks,
} from '../database/tables.ts';
import { updateRows } from '../database/write-rows.ts';
import { type BackgroundTask, startBackgroundTask } from '../lib/background-task.ts';
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts';
import type { Extension } from '../records/operations.ts';

/** `key` identifies the rules; a product stores the key of those that its score was computed from. */
export type KeyedRules = CompletenessRules & { key: string };

const keyLength = 12;

const withKey = (rules: CompletenessRules): KeyedRules => {
  const text = JSON.stringify([[...rules.requirements].sort(), rules.minDescription]);
  return { ...rules, key: createHash('sha256').update(text).digest('hex').slice(0, keyLength) };
};

const defaults = withKey(defaultCompletenessRules);

const isRequirement = (value: unknown): value is Requirement =>
  completenessRequirements.some((requirement) => requirement.value === value);

export const readRules = async (database: Database): Promise<KeyedRules> => {
  const row = await resourceTables(database)
    .selectFrom(completenessRules.name)
    .select(['requirements', 'minDescription'])
    .limit(1)
    .executeTakeFirst();
  if (!row) return defaults;
  const { requirements, minDescription } = decodeRow(completenessRules, row);
  return withKey({
    requirements: Array.isArray(requirements) ? requirements.filter(isRequirement) : [],
    minDescription: typeof minDescription === 'number' ? minDescription : null,
  });
};

/** The columns of a product that its completeness follows from. */
export const completenessInputs = [
  ...['thumbnail', 'variantImage', 'price', 'categoryId', 'subCategoryId', 'description', 'specification'],
  ...['materialType', 'sku', 'variantCount', 'variantsWithoutImage', 'variantsWithoutSku'],
  ...tradeFieldNames,
] as const;

/** The stored score of a product, from its row with the columns derived from its variants. */
export const scoreColumns = (row: Row, rules: KeyedRules): Row => ({
  completeness: computeCompleteness(
    {
      hasImage: Boolean(row.thumbnail ?? row.variantImage),
      values: row,
      variantCount: Number(row.variantCount ?? 0),
      variantsWithoutImage: Number(row.variantsWithoutImage ?? 0),
      variantsWithoutSku: Number(row.variantsWithoutSku ?? 0),
    },
    rules,
  ),
  completenessKey: rules.key,
});

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

const hour = 60 * 60 * 1000;
/** The commit of a change of the rules follows within this time, in milliseconds. */
const longestChange = 60_000;
let watchesUntil = 0;

/** Call in a transaction that changes the rules. All commits of the next minute start a rescore, as its own is one of them. */
const noteRulesChange = async (): Promise<void> => {
  watchesUntil = Date.now() + longestChange;
};

/** A change of the rules changes the scores of products, after it is committed. */
export const completenessRulesExtension: Extension = {
  hooks: { afterWrite: noteRulesChange, beforeDelete: noteRulesChange },
};

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
  const stopListening = databaseHandle.onCommit(() => {
    if (Date.now() < watchesUntil) task.run();
  });
  // The first run finds the changes before it.
  watchesUntil = 0;
  task.run();
  return {
    ...task,
    stop: () => {
      stopListening();
      return task.stop();
    },
  };
};
