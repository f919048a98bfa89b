import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';

const counterBits = 15;
const maxCounter = 2 ** counterBits - 1;
const randomBits = 32 - counterBits;
// The first id of a millisecond begins low, so that as many as can be made in one find room.
const firstCounters = 2 ** 10;

let last = { msecs: 0, counter: 0 };

const next = () => {
  const now = Date.now();
  if (now > last.msecs) return { msecs: now, counter: randomInt(firstCounters) };
  return last.counter < maxCounter
    ? { msecs: last.msecs, counter: last.counter + 1 }
    : { msecs: last.msecs + 1, counter: 0 };
};

/** The id of a new record: a UUID that no other has, and that comes after all that were made before it. */
export const newId = (): string => {
  last = next();
  const seq = last.counter * 2 ** randomBits + randomInt(2 ** randomBits);
  return v7({ msecs: last.msecs, seq });
};

/**
 * A number in the order of the ids, other for each id that `newId` made:
 * the time and the counter, without the version and the variant of a UUID that stand between.
 */
export const orderOfId = (id: string): bigint => {
  const digits = /^[0-9a-f]{18}/.exec(id.replaceAll('-', ''))?.[0];
  if (!digits) return 0n;
  const bits = (from: number, to: number) => BigInt(`0x${digits.slice(from, to)}`);
  const time = bits(0, 12);
  // Twelve bits after the version, and three after the two of the variant.
  const counter = (bits(13, 16) << 3n) | ((bits(16, 18) >> 3n) & 0b111n);
  return (time << BigInt(counterBits)) | counter;
};
