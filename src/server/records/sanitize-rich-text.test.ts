import { expect, it, vi } from 'vitest';
import { sanitizeInWorker } from './sanitize-rich-text.ts';

const toModule = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

// A worker that crashes on one text, as one without memory would.
vi.mock('node:worker_threads', async (load) => {
  const original = await load<typeof import('node:worker_threads')>();
  const crash = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (html) => { if (html.includes('fatal')) process.exit(1); });`;
  class FragileWorker extends original.Worker {
    constructor(url: URL, options: object) {
      const code = `import ${JSON.stringify(toModule(crash))}; import ${JSON.stringify(url.href)};`;
      super(new URL(toModule(code)), options);
    }
  }
  return { ...original, Worker: FragileWorker };
});

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

it('fails only the text on which the worker crashes', async () => {
  const results = await Promise.allSettled(
    ['Nib', 'fatal', 'Ink', 'Cap'].map((word) => sanitizeInWorker(`<p>${word}</p>`.repeat(10_000))),
  );
  const read = results.map((result) => (result.status === 'fulfilled' ? result.value : {}));
  expect(read.map((value) => ('html' in value ? String(value.html).slice(0, 10) : value))).toEqual([
    '<p>Nib</p>',
    { error: 'can’t be read. Paste it as plain text.' },
    '<p>Ink</p>',
    '<p>Cap</p>',
  ]);
});
