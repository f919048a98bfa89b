import { Worker } from 'node:worker_threads';
import { type SanitizedText, sanitizeSentRichText } from './sanitize-rich-text.ts';

/** Shorter texts take less time than their way to another thread and back. */
const maxInlineLength = 10_000;

// From source, the worker is next to this file. Built, this code is in a chunk one folder below the worker's entry in
// electron.vite.config.ts.
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './rich-text-worker.ts' : '../rich-text-worker.js',
  import.meta.url,
);

let worker: Worker | undefined;
let lastJob: Promise<unknown> = Promise.resolve();
let finishJob = (_result: SanitizedText): void => undefined;

const startWorker = (): Worker => {
  const started = new Worker(workerUrl, { env: {}, execArgv: [] });
  // An idle worker doesn't keep the server running.
  started.unref();
  started.on('message', (result: SanitizedText) => finishJob(result));
  started.on('error', () => {});
  started.on('exit', () => {
    worker = undefined;
    finishJob({ error: 'can’t be read. Paste it as plain text.' });
  });
  return started;
};

const sanitizeNow = (html: string): Promise<SanitizedText> =>
  new Promise((resolve) => {
    finishJob = resolve;
    worker ??= startWorker();
    worker.postMessage(html);
  });

/**
 * Sanitizes rich text that a user sent, on another thread if it is long, so that other requests don't wait. The thread
 * gets one text at a time: if it stops, only that text fails.
 */
export const sanitizeInWorker = async (html: string): Promise<SanitizedText> => {
  if (html.length <= maxInlineLength) return sanitizeSentRichText(html);
  const job = lastJob.then(() => sanitizeNow(html));
  lastJob = job;
  return job;
};
