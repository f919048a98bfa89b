import axios from 'axios';
import type { SelectOption } from '#shared/api.ts';
import type { RecordOf, Resource } from '#shared/resource/define-resource.ts';
import { platform, SendFailure, type SendRequest } from '../platform/index.ts';
import { RequestFailure } from './errors.ts';
import { type ListParams, toQuery } from './list-state.ts';
import { expireSession } from './session-store.ts';

const http = axios.create({ baseURL: '/v1', validateStatus: () => true });

const isAway = (status: number): boolean => status >= 502 && status <= 504;

const awayText = 'The server cannot be reached. The app goes on when it is back';

const accept = <Answer>(status: number, data: unknown): Answer => {
  if (status >= 200 && status < 300) return data as Answer;
  if (status === 401) expireSession();
  if (isAway(status)) void platform.server.status();
  throw new RequestFailure({ status, data });
};

/** Asks the server. Throws `RequestFailure` where it refuses, another error where it gives no answer. */
export const request = async <Answer>(
  method: 'GET' | 'DELETE',
  path: string,
  { params, signal }: { params?: Record<string, string | number>; signal?: AbortSignal } = {},
): Promise<Answer> => {
  const headers = platform.session.authorizationHeaders();
  const answer = await http.request<unknown>({ method, url: path, params, headers, signal }).catch(() => {
    signal?.throwIfAborted();
    void platform.server.status();
    throw new SendFailure(awayText);
  });
  return accept<Answer>(answer.status, answer.data);
};

/** Sends what a form holds, files included. */
export const send = async <Answer>(message: SendRequest): Promise<Answer> => {
  const answer = await platform.send(message);
  return accept<Answer>(answer.status, answer.body);
};

export type ListAnswer<R extends Resource> = { data: RecordOf<R>[]; total: number };
export type SaveAnswer<R extends Resource> = { message: string; data: RecordOf<R> };

/** Label and value of the records of the resource of that name. */
export const fetchOptions = async (
  resourceName: string,
  filters: Record<string, string>,
  signal?: AbortSignal,
): Promise<SelectOption[]> => {
  const params = { forSelect: 'true', ...filters };
  return (await request<{ data: SelectOption[] }>('GET', `/${resourceName}/`, { params, signal })).data;
};

/** The calls that every resource knows (section 7 of the specification). */
export const resourceClient = <R extends Resource>({ name }: R) => ({
  list: (params: ListParams, signal?: AbortSignal) =>
    request<ListAnswer<R>>('GET', `/${name}/`, { params: toQuery(params), signal }),
  get: async (id: string, signal?: AbortSignal) =>
    (await request<{ data: RecordOf<R> }>('GET', `/${name}/getById/${encodeURIComponent(id)}`, { signal }))
      .data,
  create: (body: Record<string, unknown>, options: Pick<SendRequest, 'onProgress' | 'signal'> = {}) =>
    send<SaveAnswer<R>>({ method: 'POST', path: `/${name}/`, body, ...options }),
  update: (
    id: string,
    body: Record<string, unknown>,
    options: Pick<SendRequest, 'onProgress' | 'signal'> = {},
  ) =>
    send<SaveAnswer<R>>({
      method: 'PATCH',
      path: `/${name}/updateById/${encodeURIComponent(id)}`,
      body: { id, ...body },
      ...options,
    }),
  remove: (id: string) =>
    request<{ message: string }>('DELETE', `/${name}/deleteById/${encodeURIComponent(id)}`),
});
