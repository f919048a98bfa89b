import { expect, it } from 'vitest';
import { sanitizeInWorker } from './sanitize-in-worker.ts';

it('sanitizes a long text while other work goes on', async () => {
  let turns = 0;
  const countTurns = () => {
    turns += 1;
    timer = setImmediate(countTurns);
  };
  let timer = setImmediate(countTurns);
  const [tooDeep, valid] = await Promise.all([
    sanitizeInWorker('<div>'.repeat(4000)),
    sanitizeInWorker('<p onclick="alert(1)">Ink</p>'.repeat(10_000)),
  ]);
  clearImmediate(timer);
  expect('html' in valid && valid.html.length).toBe('<p>Ink</p>'.length * 10_000);
  expect('html' in valid && valid.removals).toEqual(['a script']);
  expect(tooDeep).toEqual({ error: 'is nested too deeply. Paste it as plain text.' });
  expect(turns).toBeGreaterThan(100);
});
