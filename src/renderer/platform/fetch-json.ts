export type ApiResponse = { status: number; body: unknown };

/** A JSON body. Other bodies, such as a proxy's HTML page, are returned as text. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

export const toQueryString = (params: Record<string, string | number> = {}): string => {
  const entries = Object.entries(params).map(([name, value]) => [name, String(value)]);
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : '';
};

type Options = {
  params?: Record<string, string | number>;
  body?: object;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** Sends a request to the API and accepts every status: rejects only if there is no response. */
export const fetchJson = async (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { params, body, headers, signal }: Options = {},
): Promise<ApiResponse> => {
  const response = await fetch(`/v1${path}${toQueryString(params)}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
    signal,
  });
  return { status: response.status, body: parseJson(await response.text()) };
};
