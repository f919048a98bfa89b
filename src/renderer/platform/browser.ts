import { z } from 'zod';
import { previewResponseSchema } from '#shared/import.ts';
import { version } from '../../../package.json';
import { saveExport } from './browser-export.ts';
import { browserFiles, encodeFileField, getLocalFile } from './browser-files.ts';
import { browserPasskeys } from './browser-passkeys.ts';
import { browserServer } from './browser-server.ts';
import { browserSession } from './browser-session.ts';
import { type ApiResponse, parseJson } from './fetch-json.ts';
import { collectLocalFiles, mapLocalFiles } from './local-files.ts';
import { FileUnavailableError, NetworkError, type Platform, type SendRequest } from './platform.ts';

type Body = SendRequest['body'];

const toJson = async (body: Body): Promise<string> => {
  const values = new Map<string, string>();
  for (const file of collectLocalFiles(body)) values.set(file.id, await encodeFileField(file));
  return JSON.stringify(mapLocalFiles(body, ({ id }) => values.get(id)));
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

const encode = (body: Body, encoding: SendRequest['encoding']): Promise<string | FormData> =>
  (encoding === 'form' ? toForm(body) : toJson(body)).catch((error: unknown) => {
    if (error instanceof FileUnavailableError) throw error;
    throw new NetworkError(error instanceof Error ? error.message : 'Couldn’t read a file');
  });

/** Uploads a body with XMLHttpRequest, because `fetch` doesn't report progress. */
const upload = (
  url: string,
  body: string | FormData,
  { method, headers, onProgress, signal }: Pick<SendRequest, 'method' | 'headers' | 'onProgress' | 'signal'>,
): Promise<ApiResponse> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    if (typeof body === 'string') request.setRequestHeader('content-type', 'application/json');
    for (const [name, value] of Object.entries({ ...headers, ...browserSession.getAuthHeaders() })) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ loaded, total }) => total && onProgress?.(loaded / total);
    request.onload = () => resolve({ status: request.status, body: parseJson(request.responseText) });
    request.onerror = reject;
    request.onabort = reject;
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });

const send = async ({ path, query, body, encoding, signal, ...options }: SendRequest) => {
  signal?.throwIfAborted();
  const encodedBody = await encode(body, encoding);
  signal?.throwIfAborted();
  try {
    const search = query ? `?${new URLSearchParams(query)}` : '';
    return await upload(`/v1${path}${search}`, encodedBody, { ...options, signal });
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
