import { basename } from 'node:path';
import type { IpcInput, IpcOutput, IpcPayload } from '#shared/ipc.ts';
import { joinSentences } from '#shared/resource-kit/labels.ts';
import { log } from '../log.ts';
import type { ApiServer } from '../server/api-server.ts';
import type { SessionManager } from '../server/session.ts';
import { readJson, requestUpstream, ServerUnreachableError } from '../server/upstream.ts';
import { createProgressStream, FileWriteError, writeFileAtomic } from './file-streams.ts';

type Input = IpcInput<'saveExport'>;
type Output = IpcOutput<'saveExport'>;

type ExportCallbacks = {
  /** Null if the user cancels. */
  promptForPath: () => Promise<string | null>;
  onProgress: (progress: IpcPayload<'exportProgress'>) => void;
};

type ExporterOptions = {
  server: Pick<ApiServer, 'target' | 'reportUnreachable'>;
  session: Pick<SessionManager, 'load' | 'authorizationHeaders'>;
};

/** Streams exports from the server to disk in constant memory. */
export const createExporter = ({ server, session }: ExporterOptions) => {
  const inFlight = new Map<string, { controller: AbortController; writing: Promise<unknown> }>();

  const downloadTo = async (
    { requestId, resource, endpoint = 'export', format, query, userId }: Input,
    { path, signal, onProgress }: { path: string; signal: AbortSignal } & Pick<ExportCallbacks, 'onProgress'>,
  ): Promise<Output> => {
    onProgress({ requestId, receivedBytes: 0 });
    await session.load();
    const response = await requestUpstream({
      target: await server.target(),
      method: 'GET',
      path: `/v1/${resource}/${endpoint}?${new URLSearchParams({ ...query, format })}`,
      signal,
      headers: session.authorizationHeaders(userId),
    });
    const status = response.statusCode ?? 0;
    if (status !== 200) return { outcome: 'rejected', status, body: await readJson(response) };
    const through = createProgressStream(null, (receivedBytes) => onProgress({ requestId, receivedBytes }));
    await writeFileAtomic(path, { source: response, through, signal });
    return { outcome: 'saved', fileName: basename(path) };
  };

  const toOutput = (error: unknown): Output => {
    if (error instanceof FileWriteError) {
      return { outcome: 'failed', message: joinSentences([error.message, 'No file was saved']) };
    }
    if (error instanceof ServerUnreachableError) {
      server.reportUnreachable();
      return {
        outcome: 'failed',
        message: joinSentences([error.message, 'No file was saved', 'Try again later']),
      };
    }
    log.error("Couldn't export a list", error);
    return { outcome: 'failed', message: 'The export was interrupted. No file was saved.' };
  };

  const save = async (input: Input, { promptForPath, onProgress }: ExportCallbacks): Promise<Output> => {
    const { requestId } = input;
    if (inFlight.has(requestId)) return { outcome: 'failed', message: 'This export is already running' };
    const controller = new AbortController();
    const { signal } = controller;
    const entry = { controller, writing: Promise.resolve() as Promise<unknown> };
    inFlight.set(requestId, entry);
    try {
      const path = await promptForPath();
      if (path === null || signal.aborted) return { outcome: 'cancelled' };
      const writing = downloadTo(input, { path, signal, onProgress });
      entry.writing = writing;
      return await writing;
    } catch (error) {
      return signal.aborted ? { outcome: 'cancelled' } : toOutput(error);
    } finally {
      inFlight.delete(requestId);
    }
  };

  return {
    save,
    cancel: (requestId: string): void => inFlight.get(requestId)?.controller.abort(),
    stop: async (): Promise<void> => {
      const exports = [...inFlight.values()];
      for (const { controller } of exports) controller.abort();
      await Promise.allSettled(exports.map(({ writing }) => writing));
    },
  };
};

export type Exporter = ReturnType<typeof createExporter>;
