import axios from 'axios';
import { version } from '../../../package.json';
import { browserFiles, readFieldValue } from './browser-files.ts';
import { browserServer } from './browser-server.ts';
import { browserSession } from './browser-session.ts';
import { collectFiles, replaceFiles } from './local-files.ts';
import { type Platform, SendFailure, type SendRequest } from './platform.ts';

const readFiles = async (body: Record<string, unknown>): Promise<Record<string, unknown>> => {
  const values = new Map<string, string>();
  for (const file of collectFiles(body)) values.set(file.id, await readFieldValue(file));
  return replaceFiles(body, ({ id }) => values.get(id));
};

const send = async ({ method, path, body, headers, onProgress, signal }: SendRequest) => {
  signal?.throwIfAborted();
  const complete = await readFiles(body).catch((error: unknown) => {
    throw new SendFailure(error instanceof Error ? error.message : 'A file could not be read');
  });
  signal?.throwIfAborted();
  try {
    const answer = await axios.request<unknown>({
      baseURL: '/v1',
      url: path,
      method,
      data: complete,
      headers: { ...headers, ...browserSession.authorizationHeaders() },
      validateStatus: () => true,
      onUploadProgress: ({ loaded, total }) => total && onProgress?.(loaded / total),
      signal,
    });
    return { status: answer.status, body: answer.data };
  } catch {
    signal?.throwIfAborted();
    void browserServer.status();
    throw new SendFailure('The server cannot be reached. Nothing was saved; try again when it is back');
  }
};

/** The platform in a browser: the page itself holds the session and the files. */
export const createBrowserPlatform = (): Platform => ({
  kind: 'browser',
  session: browserSession,
  files: browserFiles,
  send,
  server: browserServer,
  serverChoice: null,
  setColorScheme: () => {},
  appInfo: async () => ({ version, server: window.location.host, isSessionKept: true }),
});
