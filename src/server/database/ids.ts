import { randomFillSync, randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import type { Database } from './tables.ts';

const counterBits = 15;
const maxCounter = 2 ** counterBits - 1;
const randomBits = 32 - counterBits;
// The first counter of a millisecond is low, which leaves room for all ids of that millisecond.
const initialCounterRange = 2 ** 10;

let last = { msecs: 0, counter: 0 };

const next = () => {
  const now = Date.now();
  if (now > last.msecs) return { msecs: now, counter: randomInt(initialCounterRange) };
  return last.counter < maxCounter
    ? { msecs: last.msecs, counter: last.counter + 1 }
    : { msecs: last.msecs + 1, counter: 0 };
};

const bytesPerId = 16;
const pool = new Uint8Array(bytesPerId * 256);
let usedBytes = pool.length;

/** Random bytes for many ids at a time: a call of their source takes longer than the rest of an id. */
const nextRandom = (): Uint8Array => {
  if (usedBytes === pool.length) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  usedBytes += bytesPerId;
  return pool.subarray(usedBytes - bytesPerId, usedBytes);
};

/** Returns a UUIDv7 that sorts after all ids that this process has created or read with `continueIds`. */
export const newId = (): string => {
  last = next();
  return v7({ msecs: last.msecs, seq: last.counter * 2 ** randomBits, random: nextRandom() });
};

/** The first possible id of this many milliseconds ago, because ids start with their time. */
export const firstIdSince = (age: number): string =>
  v7({ msecs: Date.now() - age, seq: 0, random: new Uint8Array(bytesPerId) });

/**
 * A number in the order of the ids, unique for each id from `newId`: the time and the counter, without the version and
 * variant bits of the UUID.
 */
export const toSearchKey = (id: string): bigint => {
  const digits = /^[0-9a-f]{18}/.exec(id.replaceAll('-', ''))?.[0];
  if (!digits) return 0n;
  const bits = (from: number, to: number) => BigInt(`0x${digits.slice(from, to)}`);
  const time = bits(0, 12);
  // 12 bits follow the version, and 3 follow the two bits of the variant.
  const counter = (bits(13, 16) << 3n) | ((bits(16, 18) >> 3n) & 0b111n);
  return (time << BigInt(counterBits)) | counter;
};

/**
 * Makes new ids sort after the stored ones, even if the clock was set back or that of another server is ahead. Rows are
 * sorted by id.
 */
export const continueIds = async (
  database: Database,
  tables: readonly ('history' | 'audit' | 'comment' | 'job')[] = ['history', 'audit', 'comment', 'job'],
): Promise<void> => {
  for (const table of tables) {
    const { id } = await database
      .selectFrom(table)
      .select(({ fn }) => fn.max<string | null>('_id').as('id'))
      .executeTakeFirstOrThrow();
    const key = id?.[14] === '7' ? toSearchKey(id) : 0n;
    const [msecs, counter] = [Number(key >> BigInt(counterBits)), Number(key & BigInt(maxCounter))];
    if (msecs > last.msecs || (msecs === last.msecs && counter > last.counter)) last = { msecs, counter };
  }
};
