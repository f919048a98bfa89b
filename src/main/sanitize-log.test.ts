import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { sanitizeForLog } from './log.ts';

it('removes personal data from errors', async () => {
  const failed: Error = await readFile('/nowhere/Prices of Asha.pdf').then(
    () => new Error('read'),
    (error) => error,
  );
  const wrapped = new Error('The folder no longer exists', { cause: failed });
  expect(sanitizeForLog(wrapped)).toMatch(/^Error: The folder no longer exists\n[\s\S]*caused by Error: ENOENT/);
  const page = Object.assign(new Error("ERR_FAILED (-2) loading 'app://backoffice/?query=Asha'"), {
    code: 'ERR_FAILED',
    url: 'app://backoffice/?query=Asha',
  });
  expect(sanitizeForLog(page)).toMatch(/^Error: ERR_FAILED\n\s+at /);
  for (const error of [wrapped, page]) expect(sanitizeForLog(error)).not.toContain('Asha');
});

it('keeps a text from forging or hiding log lines', () => {
  expect(sanitizeForLog('a\r\n[2026-01-01] [info] forged\u001b[2K\u202e')).toBe('a\n  [2026-01-01] [info] forged[2K');
  expect(sanitizeForLog(7)).toBe(7);
});
