import axios from 'axios';
import { z } from 'zod';
import { previewResponseSchema } from '#shared/import.ts';
import { version } from '../../../package.json';
import { saveExport } from './browser-export.ts';
import { browserFiles, encodeFileField, getLocalFile } from './browser-files.ts';
import { browserPasskeys } from './browser-passkeys.ts';
import { browserServer } from './browser-server.ts';
import { browserSession } from './browser-session.ts';
import { collectLocalFiles, mapLocalFiles } from './local-files.ts';
import { FileUnavailableError, NetworkError, type Platform, type SendRequest } from './platform.ts';

type Body = SendRequest['body'];

const toJson = async (body: Body): Promise<Body> => {
  const values = new Map<string, string>();
  for (const file of collectLocalFiles(body)) values.set(file.id, await encodeFileField(file));
  return mapLocalFiles(body, ({ id }) => values.get(id));
};

const toForm = async (body: Body): Promise<FormData> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    const [file] = collectLocalFiles({ value });
    if (file) form.append(name, await getLocalFile(file), file.name);
    else form.append(name, String(value));
  }
  return form;
};

const encode = (body: Body, encoding: SendRequest['encoding']): Promise<Body | FormData> =>
  (encoding === 'form' ? toForm(body) : toJson(body)).catch((error: unknown) => {
    if (error instanceof FileUnavailableError) throw error;
    throw new NetworkError(error instanceof Error ? error.message : 'Couldn’t read a file');
  });

const send = async ({ method, path, query, body, encoding, headers, onProgress, signal }: SendRequest) => {
  signal?.throwIfAborted();
  const encodedBody = await encode(body, encoding);
  signal?.throwIfAborted();
  try {
    const response = await axios.request<unknown>({
      baseURL: '/v1',
      url: path,
      params: query,
      method,
      data: encodedBody,
      headers: { ...headers, ...browserSession.getAuthHeaders() },
      validateStatus: () => true,
      onUploadProgress: ({ loaded, total }) => total && onProgress?.(loaded / total),
      signal,
    });
    return { status: response.status, body: response.data };
  } catch {
    signal?.throwIfAborted();
    void browserServer.status();
    throw new NetworkError('Can’t reach the server. Try again later.');
  }
};

const errorResponseSchema = z.object({ message: z.string() });

/** A page can't read a spreadsheet within resource limits, but the server can. */
const previewSpreadsheet: Platform['files']['previewSpreadsheet'] = async ({ file, ...format }) => {
  try {
    const definedOptions = Object.entries(format).filter(([, value]) => value !== undefined);
    const body = { ...Object.fromEntries(definedOptions), excel: file };
    const response = await send({ method: 'POST', path: '/import/preview', body, encoding: 'form' });
    const preview = previewResponseSchema.safeParse(response.body);
    if (preview.success) return { preview: preview.data.data };
    const errorResponse = errorResponseSchema.safeParse(response.body);
    const error = errorResponse.success ? errorResponse.data.message : 'Couldn’t read the file. Try again.';
    return { error, isFileUnavailable: false };
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    return { error: error.message, isFileUnavailable: error instanceof FileUnavailableError };
  }
};

export const createBrowserPlatform = (): Platform => ({
  session: browserSession,
  passkeys: browserPasskeys,
  files: { ...browserFiles, previewSpreadsheet },
  send,
  saveExport,
  server: browserServer,
  serverChoice: null,
  setColorScheme: () => {},
  on: () => () => {},
  cancelTask: () => {},
  notifyReady: () => {},
  menuShortcuts: [],
  setUnread: () => {},
  logError: () => {},
  startDrag: null,
  updates: null,
  appInfo: async () => ({ version, server: window.location.host, canPersistSession: true }),
});
