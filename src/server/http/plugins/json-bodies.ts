import { Readable } from 'node:stream';
import { errorCodes, type FastifyRequest } from 'fastify';
import { isFileField } from '#shared/resource-kit/fields.ts';
import { resources } from '#shared/resources/index.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { Receiver } from '../../files/received-files.ts';
import { AppError } from '../../lib/app-error.ts';
import type { App } from '../route.ts';

/** Shorter files stay in the JSON. */
const maxInlineLength = 64 * 1024;
/** Longest text before the content of a file. */
const maxPrefix = 2048;

const base64Mark = ';base64,';

/** Returns where the content of a file begins, after `data:image/png;base64,` or `pen.png@@data:image/png;base64,`. */
const findContent = (string: string): number | undefined => {
  const mark = string.indexOf(base64Mark);
  const start = string.lastIndexOf('data:', mark);
  const isFile = mark !== -1 && (start === 0 || (start > 0 && string.endsWith('@@', start)));
  return isFile && !string.slice(start, mark).includes(',') ? mark + base64Mark.length : undefined;
};

/** A string of JSON, or the part of it that has arrived, without an incomplete escape at the end. */
const stringPart = /(?:[^"\\]|\\u[0-9a-f]{4}|\\[^u])*/iy;
const longestEscape = '\\u0000'.length;

/** Returns the rest of a string up to its end or that of the text. Searching is faster than matching. */
const readString = (text: string, at: number): string => {
  const quote = text.indexOf('"', at);
  const plain = text.slice(at, quote === -1 ? text.length : quote);
  if (!plain.includes('\\')) return plain;
  stringPart.lastIndex = at;
  return stringPart.exec(text)?.[0] ?? '';
};

/** Resolves the escapes of characters that base64 contains; any other one is invalid in it. */
const resolveEscapes = (text: string): string =>
  text.replaceAll(/\\u([0-9a-f]{4})|\\\//gi, (_escape, code?: string) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : '/',
  );

/** Collects the base64 content of one file. If it's long, it goes to the receiver. */
const createFileContent = (receiver: Receiver) => {
  let inline = '';
  let file: Awaited<ReturnType<Receiver['start']>> | undefined;
  return {
    write: async (text: string): Promise<void> => {
      if (file) return file.write(resolveEscapes(text));
      inline += text;
      if (inline.length <= maxInlineLength) return;
      file = await receiver.start();
      await file.write(resolveEscapes(inline));
    },
    /** Returns the JSON text that replaces the content. */
    end: async (): Promise<string> => (file ? file.end() : inline),
  };
};

type ExtractOptions = {
  /** Whether a value of this key can be a file. */
  isFileKey: (key: string) => boolean;
  receiver: Receiver;
};

/**
 * Passes JSON through while it arrives, except for the base64 content of long files: it goes to the receiver and is
 * replaced by a reference.
 */
export async function* extractFiles(
  chunks: AsyncIterable<Buffer>,
  { isFileKey, receiver }: ExtractOptions,
): AsyncGenerator<Buffer> {
  let isString = false;
  /** Start of the current or last string. */
  let string = '';
  let canBeFile = false;
  let content: ReturnType<typeof createFileContent> | undefined;
  /** An escape that hasn't arrived completely. */
  let pending = '';
  for await (const chunk of chunks) {
    const text = pending + chunk.toString('latin1');
    pending = '';
    let output = '';
    let at = 0;
    while (at < text.length) {
      if (!isString) {
        const quote = text.indexOf('"', at);
        const end = quote === -1 ? text.length : quote + 1;
        const between = text.slice(at, end);
        output += between;
        at = end;
        if (between.includes(':')) canBeFile = isFileKey(string);
        if (quote === -1) continue;
        isString = true;
        string = '';
        continue;
      }
      const part = readString(text, at);
      at += part.length;
      const start = string.length;
      if (start < maxPrefix) string = (string + part).slice(0, maxPrefix);
      const prefix = !content && canBeFile && start < maxPrefix ? findContent(string) : undefined;
      if (prefix !== undefined) content = createFileContent(receiver);
      const contentStart = content ? (prefix ?? start) - start : part.length;
      output += part.slice(0, contentStart);
      await content?.write(part.slice(contentStart));
      if (text[at] === '"') {
        output += `${(await content?.end()) ?? ''}"`;
        content = undefined;
        isString = false;
        at += 1;
      } else if (text.length - at < longestEscape) {
        pending = text.slice(at);
        break;
      } else {
        // No JSON has such an escape.
        output += text[at];
        at += 1;
      }
    }
    yield Buffer.from(output, 'latin1');
  }
  yield Buffer.from(pending, 'latin1');
}

/** A smaller body is read into memory as a whole. */
const minStreamedBytes = 1024 * 1024;
/** Text of one body without its files, and of all bodies that are being handled. V8's strings end at 512 MB. */
const maxTextBytes = 64 * 1024 * 1024;
const maxTotalTextBytes = 256 * 1024 * 1024;
const retryAfterSeconds = 5;

const variantImageKeys = ['image', 'imagesArr'];
const fileKeys = new Set([
  ...variantImageKeys,
  ...resources.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) => (isFileField(field) ? [name] : [])),
  ),
]);

const isLargeJson = ({ headers }: FastifyRequest): boolean =>
  /^application\/json\b/i.test(headers['content-type'] ?? '') &&
  !(Number(headers['content-length']) < minStreamedBytes);

const findExcess = (bytes: { textBytes: number; totalTextBytes: number }): AppError | undefined => {
  if (bytes.textBytes > maxTextBytes) return new AppError('tooLarge', 'The request is too large');
  if (bytes.totalTextBytes <= maxTotalTextBytes) return undefined;
  return new AppError('busy', 'The server is handling too many large requests. Try again in a moment.', {
    retryAfterSeconds,
  });
};

/**
 * Stores the files of large JSON bodies while they arrive, so that memory doesn't grow with their size, and limits the
 * rest of the text.
 */
export const addJsonBodies = (app: App, files: Pick<FileStore, 'createReceiver'>): void => {
  let totalTextBytes = 0;

  app.addHook('preParsing', async (request, reply, payload) => {
    if (!isLargeJson(request)) return payload;
    const receiver = files.createReceiver();
    let textBytes = 0;
    reply.raw.once('close', () => {
      totalTextBytes -= textBytes;
      receiver.discard().catch((error: unknown) => request.log.warn({ err: error }, 'files were left over'));
    });

    const { bodyLimit = 0 } = request.routeOptions;
    const count = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        body.receivedEncodedLength += chunk.length;
        if (body.receivedEncodedLength > bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
        yield chunk;
      }
    };
    const limit = async function* (chunks: AsyncIterable<Buffer>) {
      let error: AppError | undefined;
      for await (const chunk of chunks) {
        if (error) continue;
        textBytes += chunk.length;
        totalTextBytes += chunk.length;
        error = findExcess({ textBytes, totalTextBytes });
        if (!error) yield chunk;
      }
      // Thrown only now, as a client that is still sending would lose the response.
      if (error) throw error;
    };
    const text = limit(
      extractFiles(count(payload.iterator({ destroyOnReturn: false })), {
        isFileKey: (key) => fileKeys.has(key),
        receiver,
      }),
    );
    const body = Object.assign(Readable.from(text, { objectMode: false }), { receivedEncodedLength: 0 });
    return body;
  });
};
