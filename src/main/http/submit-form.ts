import { Readable } from 'node:stream';
import type { IpcInput, IpcOutput, IpcPayload } from '#shared/ipc.ts';
import { joinSentences } from '#shared/resource-kit/labels.ts';
import { createProgressStream } from '../files/file-streams.ts';
import { FileUnavailableError } from '../files/local-files.ts';
import { log } from '../log.ts';
import { isSessionPath } from '../origin.ts';
import type { ApiServer } from '../server/api-server.ts';
import type { SessionManager } from '../server/session.ts';
import { readJson, requestUpstream, ServerUnreachableError } from '../server/upstream.ts';
import { encodeFormBody, encodeJsonBody, type FileSource } from './request-body.ts';

type SendInput = IpcInput<'send'>;
type SendOutput = IpcOutput<'send'>;
type Progress = IpcPayload<'sendProgress'>;

type SubmitterOptions = {
  server: Pick<ApiServer, 'target' | 'reportUnreachable'>;
  session: Pick<SessionManager, 'load' | 'authorizationHeaders'>;
  localFiles: FileSource;
};

/** Sends form data with picked files to the server in constant memory. */
export const createFormSubmitter = ({ server, session, localFiles }: SubmitterOptions) => {
  const inFlight = new Map<string, AbortController>();

  const submit = async (input: SendInput, signal: AbortSignal, onProgress: (progress: Progress) => void) => {
    const { requestId, method, path, query, body, encoding, headers, userId } = input;
    const encode = encoding === 'form' ? encodeFormBody : encodeJsonBody;
    const { contentType, length, bytes } = await encode(body, localFiles);
    await session.load();
    const target = await server.target();
    const counter = createProgressStream(length, (sentBytes) =>
      onProgress({ requestId, sentBytes, totalBytes: length }),
    );
    const source = Readable.from(bytes, { objectMode: false });
    source.once('error', (error) => counter.destroy(error));
    counter.once('close', () => source.destroy());
    try {
      const response = await requestUpstream({
        target,
        method,
        path: query ? `${path}?${new URLSearchParams(query)}` : path,
        signal,
        headers: {
          ...headers,
          ...session.authorizationHeaders(userId),
          'content-type': contentType,
          'content-length': length,
        },
        body: source.pipe(counter),
      });
      return {
        outcome: 'completed' as const,
        status: response.statusCode ?? 0,
        body: await readJson(response),
      };
    } finally {
      // If the response came first, the rest of the file is not read.
      counter.destroy();
    }
  };

  const toOutput = (error: unknown): SendOutput => {
    const failed = (message: string): SendOutput => ({
      outcome: 'failed',
      message,
      isFileUnavailable: error instanceof FileUnavailableError,
      ...(error instanceof FileUnavailableError && error.fileId && { fileId: error.fileId }),
    });
    if (error instanceof FileUnavailableError) return failed(error.message);
    if (error instanceof ServerUnreachableError) {
      server.reportUnreachable();
      return failed(joinSentences([error.message, 'Try again later']));
    }
    log.error("Couldn't send a form", error);
    return failed('Couldn’t save. Try again.');
  };

  const send = async (input: SendInput, onProgress: (progress: Progress) => void): Promise<SendOutput> => {
    const toFailure = (message: string) => ({
      outcome: 'failed' as const,
      message,
      isFileUnavailable: false,
    });
    if (isSessionPath(input.path)) return toFailure('Only the app itself can log in and out');
    if (inFlight.has(input.requestId)) return toFailure('This is already being saved');
    const controller = new AbortController();
    inFlight.set(input.requestId, controller);
    try {
      return await submit(input, controller.signal, onProgress);
    } catch (error) {
      return controller.signal.aborted ? { outcome: 'cancelled' } : toOutput(error);
    } finally {
      inFlight.delete(input.requestId);
    }
  };

  const cancel = (requestId: string): void => inFlight.get(requestId)?.abort();

  return { send, cancel };
};
