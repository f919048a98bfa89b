import { encodeFileField, getLocalFile } from './browser-files.ts';
import { browserServer } from './browser-server.ts';
import { browserSession } from './browser-session.ts';
import { type ApiResponse, parseJson, toQueryString } from './fetch-json.ts';
import { collectLocalFiles, mapLocalFiles } from './local-files.ts';
import { FileUnavailableError, NetworkError, type SendRequest } from './platform.ts';

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

export const send = async ({ path, query, body, encoding, signal, ...options }: SendRequest) => {
  signal?.throwIfAborted();
  const encodedBody = await encode(body, encoding);
  signal?.throwIfAborted();
  try {
    return await upload(`/v1${path}${toQueryString(query)}`, encodedBody, { ...options, signal });
  } catch {
    signal?.throwIfAborted();
    void browserServer.status();
    throw new NetworkError('Can’t reach the server. Try again later.');
  }
};
