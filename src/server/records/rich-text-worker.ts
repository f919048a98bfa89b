import { type MessagePort, parentPort } from 'node:worker_threads';
import { sanitizeSentRichText } from './sanitize-rich-text.ts';

parentPort?.on('message', ({ html, port }: { html: string; port: MessagePort }) => {
  port.postMessage(sanitizeSentRichText(html));
});
