import { beforeEach, expect, it, vi } from 'vitest';
import { faq } from '#shared/resources/faq.ts';
import { clientOf, request, send } from '../client.ts';
import { RequestFailure } from '../errors.ts';
import { changeOneByOne, readAll, undoOneByOne } from './one-by-one.ts';

vi.mock('../client.ts', () => ({ request: vi.fn(), clientOf: vi.fn(), send: vi.fn() }));

const remove = vi.fn();
const list = vi.fn();

beforeEach(() => {
  for (const mock of [remove, list, vi.mocked(send), vi.mocked(request)]) mock.mockReset();
  vi.mocked(clientOf).mockReturnValue({ remove, list } as unknown as ReturnType<typeof clientOf>);
});

const records = ['a', 'b', 'c'].map((id) => ({ id, title: id.toUpperCase() }));
const refusal = new RequestFailure({ status: 409, data: { message: 'B is in use' } });

const removeAll = (signal = new AbortController().signal, onProgress = () => {}) =>
  changeOneByOne({ resource: faq, change: { action: 'delete' }, records, onProgress, signal });

it('goes on past a record that is refused, and names it with its reason', async () => {
  remove.mockImplementation(async (id: string) => {
    if (id === 'b') throw refusal;
    return { message: 'Deleted', historyId: `history of ${id}` };
  });
  const { made, failed, left } = await removeAll();
  expect(made.map(({ id, historyId }) => [id, historyId])).toEqual([
    ['a', 'history of a'],
    ['c', 'history of c'],
  ]);
  expect(failed).toEqual([{ id: 'b', label: 'B', message: 'B is in use' }]);
  expect(left).toBe(0);
});

it('asks no more of a server that gives no answer, and counts what is left', async () => {
  remove.mockResolvedValueOnce({ message: 'Deleted' }).mockRejectedValue(new Error('Away'));
  const { made, failed, left } = await removeAll();
  expect(remove).toHaveBeenCalledTimes(2);
  expect([made.length, failed.length, left]).toEqual([1, 1, 1]);
});

it('stops where it is told to, and counts what is left', async () => {
  const stopping = new AbortController();
  remove.mockImplementation(async () => {
    stopping.abort();
    return { message: 'Deleted' };
  });
  const { made, left } = await removeAll(stopping.signal);
  expect([made.length, left]).toEqual([1, 2]);
});

it('undoes the last change first, and finds in the history what it was not told', async () => {
  vi.mocked(request).mockResolvedValue({ data: [{ _id: 'last of a' }] });
  vi.mocked(send).mockImplementation(async ({ path }) => {
    if (path.includes('history%20of%20b')) throw refusal;
    return {};
  });
  const failed = await undoOneByOne(faq, [
    { id: 'a', title: 'A', historyId: undefined },
    { id: 'b', title: 'B', historyId: 'history of b' },
  ]);
  expect(vi.mocked(send).mock.calls.map(([{ path }]) => path)).toEqual([
    '/history/history%20of%20b/revert',
    '/history/last%20of%20a/revert',
  ]);
  expect(failed).toEqual([{ id: 'b', label: 'B', message: 'B is in use' }]);
});

it('reads every page of what a list finds', async () => {
  const page = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ _id: `${from + index}`, name: `Q${from + index}` }));
  list
    .mockResolvedValueOnce({ data: page(0, 500), total: 501 })
    .mockResolvedValueOnce({ data: page(500, 1), total: 501 });
  const params = { pageIndex: 7, pageSize: 10, query: 'q', sort: null, filters: {} };
  expect(await readAll(faq, params)).toHaveLength(501);
  expect(list.mock.calls.map(([{ pageIndex, pageSize, query }]) => [pageIndex, pageSize, query])).toEqual([
    [0, 500, 'q'],
    [1, 500, 'q'],
  ]);
});
