import { createHash, randomInt } from 'node:crypto';

/** Without characters that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const groupCount = 4;
const groupLength = 4;

/** Creates a random code of 80 bits, in groups for typing. */
export const createCode = (): string =>
  Array.from({ length: groupCount }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');

/** A fast hash is enough, because a random code can't be guessed. Case, spaces and dashes don't matter. */
export const hashCode = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest('hex');
