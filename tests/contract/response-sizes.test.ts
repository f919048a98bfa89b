import { describe, expect, it, vi } from 'vitest';
import { setUpTestServer } from '../support/test-server.ts';

describe('the API description', () => {
  const server = setUpTestServer('sqlite');

  it('is prepared once for all requests', async () => {
    const stringify = vi.spyOn(JSON, 'stringify');
    const read = async () => (await fetch(`${server.url}/docs/json`)).text();
    const [first, second] = [await read(), await read()];
    const prepared = stringify.mock.calls.filter(([value]) => value?.openapi !== undefined);
    stringify.mockRestore();
    expect(JSON.parse(first)).toMatchObject({ openapi: '3.1.0' });
    expect(second).toBe(first);
    expect(prepared).toHaveLength(1);
  });
});
