import { expect, it, vi } from 'vitest';
import { createSiteClient, SiteError } from './index.ts';

const url = 'https://office.example.com/site/v1';

type Answer = { status?: number; body?: object; headers?: Record<string, string> } | Error;

/** A server that gives these answers in order, and the last one again and again. */
const answerWith = (...answers: Answer[]) => {
  const requests: { url: string; headers: Headers }[] = [];
  const fetch = vi.fn(async (address: string | URL | Request, init?: RequestInit) => {
    requests.push({ url: String(address).replace(url, ''), headers: new Headers(init?.headers) });
    const answer = answers[Math.min(requests.length, answers.length) - 1] ?? {};
    if (answer instanceof Error) throw answer;
    const { status = 200, body, headers } = answer;
    return new Response(body && JSON.stringify(body), { status, headers });
  });
  return { fetch, requests };
};

it('reads the next page when it is needed', async () => {
  const page = (id: string, nextCursor: string | null) => ({ body: { data: [{ id }], nextCursor } });
  const { fetch, requests } = answerWith(page('1', 'b'), page('2', null));
  const client = createSiteClient({ url: `${url}/`, fetch });
  const records = client.all('products', { order: 'name', limit: 1 });
  expect((await records.next()).value?.id).toBe('1');
  expect(requests).toHaveLength(1);
  expect((await records.next()).value?.id).toBe('2');
  expect((await records.next()).done).toBe(true);
  expect(requests.map((each) => each.url)).toEqual([
    '/products?limit=1&order=name',
    '/products?limit=1&order=name&cursor=b',
  ]);
});

it('sends the token and the ETag, and takes a 304 from its cache', async () => {
  const { fetch, requests } = answerWith({ body: { data: { id: '1' } }, headers: { etag: '"a"' } }, { status: 304 });
  const client = createSiteClient({ url, token: 'site_1', fetch });
  const found = [await client.get('products', '1'), await client.get('products', '1')];
  expect(found).toEqual([{ id: '1' }, { id: '1' }]);
  expect(requests.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"a"']);
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer site_1', 'Bearer site_1']);
});

it('never caches a preview', async () => {
  const answer = { body: { data: { id: '1' } }, headers: { etag: '"a"' } };
  const { fetch, requests } = answerWith(answer);
  const client = createSiteClient({ url, fetch });
  for (const preview of [undefined, 'signed', 'signed']) await client.get('products', '1', { preview });
  expect(requests.map((each) => [each.url, each.headers.get('if-none-match')])).toEqual([
    ['/products/1', null],
    ['/products/1?preview=signed', null],
    ['/products/1?preview=signed', null],
  ]);
});

it('throws the problem that the server describes', async () => {
  const problem = { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'limit must be a number' };
  const headers = { 'content-type': 'application/problem+json' };
  const { fetch } = answerWith({ status: 400, body: problem, headers });
  const error = await createSiteClient({ url, fetch })
    .list('faqs')
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SiteError);
  expect(error).toMatchObject({ status: 400, problem, message: expect.stringContaining('limit must be a number') });
});

it('tries again when the server is busy', async () => {
  const { fetch, requests } = answerWith(
    { status: 429, headers: { 'retry-after': '0.001' } },
    { body: { data: [], nextCursor: null } },
  );
  expect(await createSiteClient({ url, fetch }).list('faqs')).toEqual({ data: [], nextCursor: null });
  expect(requests).toHaveLength(2);
});

it('returns the cached response while the server is off, if asked to', async () => {
  const found = { body: { data: { id: '1' } }, headers: { etag: '"a"' } };
  const off = new TypeError('fetch failed');
  const read = async (staleIfError: boolean) => {
    const client = createSiteClient({ url, retries: 0, staleIfError, fetch: answerWith(found, off).fetch });
    await client.get('products', '1');
    return client.get('products', '1');
  };
  expect(await read(true)).toEqual({ id: '1' });
  await expect(read(false)).rejects.toThrow('fetch failed');
});

it('gives up after the timeout', async () => {
  const never = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_done, failed) =>
      init?.signal?.addEventListener('abort', () => failed(init.signal?.reason as Error)),
    );
  const client = createSiteClient({ url, timeoutMs: 5, retries: 0, fetch: never });
  await expect(client.list('faqs')).rejects.toThrow(/timeout/);
});
