import { expect, it } from 'vitest';
import { StartupError } from '../lib/app-error.ts';
import { toStartupError } from './database-errors.ts';

const toUserError = (code: string) =>
  toStartupError(Object.assign(new Error('raw'), { code }), {
    path: '/data/backoffice.db',
    damaged: 'It is damaged',
  });

it.each([
  ['SQLITE_CORRUPT_INDEX', /It is damaged/],
  ['SQLITE_NOTADB', /It is damaged/],
  ['SQLITE_FULL', /disk is full/],
  ['ENOSPC', /disk is full/],
  ['EACCES', /needs permission to read and write it \(EACCES\)/],
  ['EROFS', /its disk is read-only/],
  ['SQLITE_CANTOPEN', /SQLITE_CANTOPEN/],
])('explains %s with its path', (code, message) => {
  expect(toUserError(code).message).toMatch(message);
  expect(toUserError(code).path).toBe('/data/backoffice.db');
});

it('passes on an explained error', () => {
  const error = new StartupError('Known', '/x');
  expect(toStartupError(error, { path: '/y', damaged: '' })).toBe(error);
});
