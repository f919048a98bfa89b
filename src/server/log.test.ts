import { expect, it } from 'vitest';
import { createLog } from './log.ts';

const logError = (error: Error): string => {
  const written: string[] = [];
  const stream = { write: (line: string) => void written.push(line) };
  createLog({ level: 'info', stream }).error({ err: error }, 'failed');
  return written.join('');
};

it.each([
  'duplicate key value violates unique constraint: Key (email)=(ada@example.com) already exists',
  'invalid input syntax for type integer: "Ada Lovelace"',
  `Unexpected token 'e', "{"token":"ey.secret.x"}" is not valid JSON`,
  'Invalid login: 535 5.7.8 <ada@example.com>',
])('logs an error without the values in its message: %s', (message) => {
  const written = logError(Object.assign(new Error(message), { code: '23505', detail: 'Ada Lovelace' }));
  expect(written).not.toMatch(/ada|example\.com|secret/i);
  expect(JSON.parse(written).err).toMatchObject({ type: 'Error', code: '23505' });
  expect(JSON.parse(written).err.stack).toContain('log.test.ts');
});
