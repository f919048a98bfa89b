import { basename } from 'node:path';
import type { IpcInput, IpcOutput, IpcPayload } from '#shared/ipc.ts';
import { joinSentences } from '#shared/resource-kit/labels.ts';
import { log } from '../log.ts';
import type { Send } from '../server/session.ts';
import { readJson, ServerUnreachableError } from '../server/upstream.ts';
import { createProgressStream, FileWriteError, writeFileAtomic } from './file-streams.ts';

type Input = IpcInput<'saveExport'>;
type Output = IpcOutput<'saveExport'>;

type ExportOptions = {
  path: string;
  signal: AbortSignal;
  onProgress: (progress: IpcPayload<'exportProgress'>) => void;
};

/** Returns a function that streams an export from the server to disk in constant memory. */
export const createExporter = (send: Send) => {
  const download = async (
    { requestId, resource, endpoint = 'export', format, query, body, userId }: Input,
    { path, signal, onProgress }: ExportOptions,
  ): Promise<Output> => {
    onProgress({ requestId, receivedBytes: 0 });
    const response = await send({
      ...(body
        ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) }
        : { method: 'GET', headers: {} }),
      path: `/v1/${resource}/${endpoint}?${new URLSearchParams(body ? query : { ...query, format })}`,
      userId,
      signal,
    });
    const status = response.statusCode ?? 0;
    if (status !== 200) return { outcome: 'rejected', status, body: await readJson(response) };
    const through = createProgressStream(null, (receivedBytes) => onProgress({ requestId, receivedBytes }));
    await writeFileAtomic(path, { source: response, through, signal });
    return { outcome: 'saved', fileName: basename(path) };
  };

  const describeError = (error: unknown): string => {
    if (error instanceof FileWriteError) return joinSentences([error.message, 'No file was saved']);
    if (error instanceof ServerUnreachableError)
      return joinSentences([error.message, 'No file was saved', 'Try again later']);
    log.error("Couldn't export a list", error);
    return 'The export was interrupted. No file was saved.';
  };

  return async (input: Input, options: ExportOptions): Promise<Output> => {
    try {
      return await download(input, options);
    } catch (error) {
      return options.signal.aborted ? { outcome: 'cancelled' } : { outcome: 'failed', message: describeError(error) };
    }
  };
};
