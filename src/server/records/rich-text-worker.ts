import { parentPort } from 'node:worker_threads';
import { sanitizeSentRichText } from './sanitize-rich-text.ts';

parentPort?.on('message', (html: string) => parentPort?.postMessage(sanitizeSentRichText(html)));
