import { expect } from 'vitest';
import { listResponseSchema } from '../../src/shared/api.ts';
import { type HistoryEntry, historyEntrySchema } from '../../src/shared/history.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import type { ApiResponse, TestServer } from './test-server.ts';

/** Client calls for records and their history. */
export const createHistoryClient = (server: TestServer) => {
  // Tests create the client before their server starts.
  const send: TestServer['send'] = (...request) => server.send(...request);

  const historyOf = async (query: string, token?: string) => {
    const { status, body } = await send('GET', `/v1/history?${query}`, { token });
    expect(status).toBe(200);
    return listResponseSchema(historyEntrySchema).parse(body);
  };

  return {
    get: async (name: string, id: unknown) =>
      (await send('GET', `/v1/${name}/getById/${id}`)).body.data as AnyRecord | undefined,
    change: (name: string, id: unknown, body: object): Promise<ApiResponse> =>
      send('PATCH', `/v1/${name}/updateById/${id}`, { body }),
    remove: (name: string, id: unknown): Promise<ApiResponse> => send('DELETE', `/v1/${name}/deleteById/${id}`),
    historyOf,
    latestEntry: async (recordId: string): Promise<HistoryEntry> => {
      const [entry] = (await historyOf(`recordId=${recordId}`)).data;
      if (!entry) throw new Error('There is no entry');
      return entry;
    },
    entriesOf: async (changeId: unknown, pageIndex = 0): Promise<HistoryEntry[]> =>
      (await historyOf(`changeId=${changeId}&pageSize=500&pageIndex=${pageIndex}`)).data,
    revert: (id: unknown, token?: string): Promise<ApiResponse> => send('POST', `/v1/history/${id}/revert`, { token }),
    revertChange: (changeId: unknown, token?: string, headers?: Record<string, string>): Promise<ApiResponse> =>
      send('POST', `/v1/history/changes/${changeId}/revert`, { token, headers }),
  };
};
