import { Readable } from 'node:stream';
import type { IpcInput, IpcOutput, IpcPayload } from '#shared/ipc.ts';
import { joinSentences } from '#shared/resource-kit/labels.ts';
import { createProgressStream } from '../files/file-streams.ts';
import { FileUnavailableError } from '../files/local-files.ts';
import { log } from '../log.ts';
import { isSessionPath } from '../origin.ts';
import type { Send } from '../server/session.ts';
import { readJson, ServerUnreachableError } from '../server/upstream.ts';
import { encodeFormBody, encodeJsonBody, type FileSource } from './request-body.ts';

type SendInput = IpcInput<'send'>;
type SendOutput = IpcOutput<'send'>;

type SendOptions = { signal: AbortSignal; onProgress: (progress: IpcPayload<'sendProgress'>) => void };

/** Returns a function that sends form data with picked files to the server in constant memory. */
export const createFormSubmitter = ({ send, localFiles }: { send: Send; localFiles: FileSource }) => {
  const submit = async (input: SendInput, { signal, onProgress }: SendOptions): Promise<SendOutput> => {
    const { requestId, method, path, query, body, encoding, headers, userId } = input;
    const encode = encoding === 'form' ? encodeFormBody : encodeJsonBody;
    const { contentType, length, bytes } = await encode(body, localFiles);
    const counter = createProgressStream(length, (sentBytes) =>
      onProgress({ requestId, sentBytes, totalBytes: length }),
    );
    const source = Readable.from(bytes, { objectMode: false });
    source.once('error', (error) => counter.destroy(error));
    counter.once('close', () => source.destroy());
    try {
      const response = await send({
        method,
        path: query ? `${path}?${new URLSearchParams(query)}` : path,
        userId,
        signal,
        headers: { ...headers, 'content-type': contentType, 'content-length': length },
        body: source.pipe(counter),
      });
      return { outcome: 'completed', status: response.statusCode ?? 0, body: await readJson(response) };
    } finally {
      // If the response came first, the rest of the file is not read.
      counter.destroy();
    }
  };

  const fail = (message: string): SendOutput => ({ outcome: 'failed', message, isFileUnavailable: false });

  const toOutput = (error: unknown): SendOutput => {
    if (error instanceof FileUnavailableError) {
      return { outcome: 'failed', message: error.message, isFileUnavailable: true, fileId: error.fileId };
    }
    if (error instanceof ServerUnreachableError) return fail(joinSentences([error.message, 'Try again later']));
    log.error("Couldn't send a form", error);
    return fail('Couldn’t save. Try again.');
  };

  return async (input: SendInput, options: SendOptions): Promise<SendOutput> => {
    if (isSessionPath(input.path)) return fail('Only the app itself can log in and out');
    try {
      return await submit(input, options);
    } catch (error) {
      return options.signal.aborted ? { outcome: 'cancelled' } : toOutput(error);
    }
  };
};
