import type { ImportReport } from '../../src/shared/import.ts';
import type { ApiBody, TestServer } from './test-server.ts';

export type ImportResponse = { status: number; body: ApiBody & { report?: ImportReport; jobId?: string } };

export const csv = (...rows: unknown[][]): string =>
  rows.map((row) => row.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(',')).join('\r\n');

/** Uploads a spreadsheet as multipart/form-data. */
export const uploadSpreadsheet = async (
  server: Pick<TestServer, 'url' | 'token'>,
  path: string,
  {
    content,
    name = 'sheet.csv',
    field = 'excel',
    fields = {},
    token,
    headers = {},
    signal,
  }: {
    content?: string | Uint8Array<ArrayBuffer>;
    name?: string;
    field?: string;
    fields?: Record<string, string>;
    token?: string | null;
    headers?: Record<string, string>;
    signal?: AbortSignal;
  },
): Promise<ImportResponse> => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  if (content !== undefined) form.set(field, new Blob([content]), name);
  const used = token === undefined ? server.token : token;
  const response = await fetch(server.url + path, {
    method: 'POST',
    body: form,
    headers: { ...headers, ...(used && { authorization: `Bearer ${used}` }) },
    ...(signal && { signal }),
  });
  return { status: response.status, body: (await response.json()) as ImportResponse['body'] };
};

export const importProducts = (
  server: Pick<TestServer, 'url' | 'token'>,
  content: string,
  query = '',
): Promise<ImportResponse> => uploadSpreadsheet(server, `/v1/product/upload-csv${query}`, { content });

/** Imports CSV into a resource other than products. */
export const importRecords = (
  server: Pick<TestServer, 'url' | 'token'>,
  resource: string,
  content: string,
  query = '',
): Promise<ImportResponse> =>
  uploadSpreadsheet(server, `/v1/sportsCenter/excelImportForSportcenter${query}`, {
    content,
    fields: { resource },
  });
