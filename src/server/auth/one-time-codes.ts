import { createHash, hkdfSync, randomInt } from 'node:crypto';

/** Without characters that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const groupCount = 4;
const groupLength = 4;

const format = (pick: (position: number) => number): string =>
  Array.from({ length: groupCount }, (_group, group) =>
    Array.from({ length: groupLength }, (_, index) => alphabet[pick(group * groupLength + index)]).join(''),
  ).join('-');

/** Creates a random code of 80 bits, in groups for typing. */
export const createCode = (): string => format(() => randomInt(alphabet.length));

/** Derives a code from a key and a purpose, so that all servers with the key get the same one. */
export const deriveCode = (key: Uint8Array, purpose: string): string => {
  const bytes = new Uint8Array(hkdfSync('sha256', key, '', purpose, groupCount * groupLength));
  return format((position) => (bytes[position] ?? 0) % alphabet.length);
};

/** A fast hash is enough, because a random code can't be guessed. Case, spaces and dashes don't matter. */
export const hashCode = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest('hex');
