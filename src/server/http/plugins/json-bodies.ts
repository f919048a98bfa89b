import { Readable } from 'node:stream';
import { errorCodes, type FastifyRequest } from 'fastify';
import { isFileField } from '#shared/resource-kit/fields.ts';
import { resources } from '#shared/resources/index.ts';
import type { FileStore } from '../../files/file-store.ts';
import { AppError } from '../../lib/app-error.ts';
import { extractFiles } from '../json-body/extract-files.ts';
import type { App } from '../route.ts';

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
