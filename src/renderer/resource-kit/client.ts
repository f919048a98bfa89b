import { create } from 'zustand';
import type { SelectOption } from '#shared/api.ts';
import { getEndReason, isAccountOffResponse } from '#shared/rejections.ts';
import type { FilePreview } from '#shared/renditions.ts';
import type { RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import { type ApiResponse, type ExportRequest, http, platform, type SendRequest } from '../platform/index.ts';
import { type Body, findScreens, type SendOptions } from './declared-screens.ts';
import { ApiError, needsPassword, needsTwoFactor, trackCause } from './errors.ts';
import { type ListParams, toQueryParams } from './list-params.ts';
import { isFullServer } from './server-level.ts';
import { endSession, expireSession, useTwoFactorStore } from './session-store.ts';

const toApiError = (status: number, data: unknown): ApiError => {
  if (status === 401) {
    if (isAccountOffResponse(data)) {
      endSession(getEndReason(data));
      void platform.session.signOut({ canRevoke: false });
    } else expireSession(getEndReason(data));
  }
  if (needsTwoFactor(data)) useTwoFactorStore.setState({ isRequired: true });
  return new ApiError({ status, data });
};

/** The dialog that asks for the password. */
export const useConfirmationStore = create<{ isOpen: boolean; settle: (isConfirmed: boolean) => void }>(() => ({
  isOpen: false,
  settle: () => {},
}));

let pending: Promise<boolean> | undefined;

/**
 * Opens the dialog that asks for the password. Resolves to whether the user entered it. Requests that need it at the
 * same time share one dialog.
 */
const askForPassword = (): Promise<boolean> => {
  pending ??= new Promise<boolean>((resolve) => {
    const settle = (isConfirmed: boolean) => {
      pending = undefined;
      useConfirmationStore.setState({ isOpen: false });
      resolve(isConfirmed);
    };
    useConfirmationStore.setState({ isOpen: true, settle });
  });
  return pending;
};

/** Sends a request, and again once the user has entered the password that the server asks for. */
export const sendConfirmed = async <Data>(sendOnce: () => Promise<ApiResponse>): Promise<Data> => {
  let response = await sendOnce();
  if (needsPassword(response.data)) {
    if (!(await askForPassword())) throw new DOMException('Enter your password to continue', 'AbortError');
    response = await sendOnce();
  }
  if (response.status < 300) return response.data as Data;
  throw toApiError(response.status, response.data);
};

type RequestOptions = {
  params?: Record<string, string | number>;
  body?: object;
  signal?: AbortSignal;
};

/** Throws `ApiError` for an error response and `NetworkError` if there is no response. */
export const request = <Data>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { params, body, signal }: RequestOptions = {},
): Promise<Data> =>
  trackCause(`${method} ${path}`, () =>
    sendConfirmed<Data>(() => http.request<unknown>({ method, url: path, params, data: body, signal })),
  );

/** Sends a form's values, files included. */
export const send = <Data>(sendRequest: SendRequest): Promise<Data> => {
  const { method, path, body } = sendRequest;
  // Some resources have the record's id in the body.
  return trackCause(`${method} ${path} ${body.id ?? ''}`, () => sendConfirmed<Data>(() => platform.send(sendRequest)));
};

/** Saves an exported list as a file and returns the file name; null if the user canceled. */
export const saveExport = async (exportRequest: ExportRequest): Promise<string | null> => {
  const response = await platform.saveExport(exportRequest);
  if (response.outcome === 'rejected') throw toApiError(response.status, response.body);
  return response.outcome === 'saved' ? response.fileName : null;
};

/** Reads a page of a list; a large one in several parts. */
export const requestPage = async <Item>(
  path: string,
  { params, signal }: Pick<RequestOptions, 'params' | 'signal'>,
): Promise<{ data: Item[]; total: number; correctedQuery?: string }> => {
  type Page = { data: Item[]; total: number; correctedQuery?: string; nextCursor?: number };
  const { nextCursor, ...page } = await request<Page>('GET', path, { params, signal });
  if (nextCursor === undefined) return page;
  const rest = await requestPage<Item>(path, { params: { ...params, cursor: nextCursor }, signal });
  return { ...rest, data: [...page.data, ...rest.data] };
};

/** The specification promises only a message, and some servers leave it out. */
export type SaveResponse = {
  message?: string;
  /** The record as saved; some servers leave it out. */
  data?: {
    _id: string;
    version?: number;
    /** Id for undoing everything saved together, if it is more than the record. */
    changeId?: string;
  };
  /** Content that the server removed. */
  notices?: string[];
};

export const fetchOptions = async (
  resourceName: string,
  filters: Record<string, string>,
  { limit, signal }: { limit?: number | undefined; signal?: AbortSignal },
): Promise<SelectOption[]> => {
  const params = { forSelect: 'true', ...(limit !== undefined && { limit: String(limit) }), ...filters };
  return (await request<{ data: SelectOption[] }>('GET', `/${resourceName}/`, { params, signal })).data;
};

/** `historyId` identifies the deletion for undo, if the server has a history. */
type DeleteResponse = SaveResponse & { historyId?: string };

const getReadPath = ({ name, isSingleton, api }: Resource, id: string): string => {
  if (isSingleton) return `/${name}/getById`;
  return `/${name}/${api?.isIdInBody ? 'getDataById' : 'getById'}/${encodeURIComponent(id)}`;
};

const getUpdateRequest = ({ name, api, fields }: Resource, body: Body): Pick<SendRequest, 'method' | 'path'> => {
  // Only forms send every field; a switch in a list sends just one.
  const isComplete = Object.keys(fields).every((field) => field in body);
  if (api?.isPosted && isComplete) return { method: 'POST', path: `/${name}/` };
  return { method: 'PATCH', path: `/${name}/updateById/${api?.isIdInBody ? '' : encodeURIComponent(String(body.id))}` };
};

// Values of a form or a partial change in the format of the resource's endpoints.
const prepareBody = async ({ name }: Resource, values: Body, options: SendOptions): Promise<Body> => {
  const prepare = await findScreens(name)?.prepare?.();
  return prepare ? prepare(values, options) : values;
};

/** API client for the endpoints of section 7 of the specification. */
export const getClient = <R extends Resource>(resource: R) => {
  const { name, api } = resource;
  return {
    list: async (params: ListParams, signal?: AbortSignal) => {
      // An address or a stored view may have an order that this server doesn't know.
      const sort = params.sort && (await isFullServer()) ? params.sort : null;
      return requestPage<RecordOf<R>>(`/${name}/`, { params: toQueryParams({ ...params, sort }), signal });
    },
    get: async (id: string, signal?: AbortSignal) =>
      (await request<{ data: RecordOf<R> }>('GET', getReadPath(resource, id), { signal })).data,
    create: async (values: Body, options: SendOptions = {}) => {
      const body = await prepareBody(resource, values, options);
      const path = `/${name}/${api?.createPath ?? ''}`;
      return send<SaveResponse>({ method: 'POST', path, body, ...options });
    },
    update: async (id: string, values: Body, options: SendOptions = {}) => {
      const body = { id, ...(await prepareBody(resource, values, options)) };
      return send<SaveResponse>({ ...getUpdateRequest(resource, body), body, ...options });
    },
    remove: (id: string) => request<DeleteResponse>('DELETE', `/${name}/deleteById/${encodeURIComponent(id)}`),
  };
};

const savedUrls = new Set<string>();

/** Stores the drawn preview of a PDF or video. If that fails, the next page that draws it tries again. */
export const savePreview = (url: string, picture: HTMLCanvasElement): void => {
  if (savedUrls.has(url)) return;
  savedUrls.add(url);
  const file = new URL(url, location.href).pathname.replace('/uploads/', '');
  const body: FilePreview = { file, image: `preview.webp@@${picture.toDataURL('image/webp', 0.9)}` };
  send({ method: 'POST', path: '/file/preview', body }).catch(() => savedUrls.delete(url));
};
