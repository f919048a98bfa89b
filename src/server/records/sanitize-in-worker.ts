import { MessageChannel, Worker } from 'node:worker_threads';
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

const startWorker = (): Worker => {
  const started = new Worker(workerUrl, { env: {}, execArgv: [] });
  // An idle worker doesn't keep the server running, and the next text starts another one if it fails.
  started.unref();
  started.on('error', () => {});
  started.on('exit', () => {
    worker = undefined;
  });
  return started;
};

/** Sanitizes rich text that a user sent, on another thread if it is long, so that other requests don't wait. */
export const sanitizeInWorker = async (html: string): Promise<SanitizedText> => {
  if (html.length <= maxInlineLength) return sanitizeSentRichText(html);
  const { port1, port2 } = new MessageChannel();
  worker ??= startWorker();
  worker.postMessage({ html, port: port2 }, [port2]);
  return new Promise<SanitizedText>((resolve, reject) => {
    port1.once('message', resolve);
    port1.once('close', () => reject(new Error('The rich text worker has stopped')));
  }).finally(() => port1.close());
};
