import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorResponseSchema } from '#shared/api.ts';
import { type StubServer, startStubServer } from '../server/local-http.testing.ts';
import { createSender } from '../server/session.ts';
import { ServerUnreachableError } from '../server/upstream.ts';
import { createProxy } from './proxy.ts';

let http: StubServer;

beforeEach(async () => {
  http = await startStubServer((_request, response) => response.end('{"success":true}'));
});
afterEach(() => http.close());

const session = {
  load: async () => undefined,
  authorizationHeaders: () => ({ authorization: 'Bearer of-main' }),
};

const encodeUpload = () => expect.fail('nothing is uploaded');

const ask = (path: string, init: RequestInit = {}, signal?: AbortSignal) =>
  createProxy({ send: createSender({ server: http.server, session }), getSignal: () => signal, encodeUpload })(
    new Request(`app://backoffice${path}`, init),
  );

const errorMessageOf = async (response: Response) => errorResponseSchema.parse(await response.json()).message;

describe('the forwarded request', () => {
  it('has the credentials of the main process', async () => {
    const response = await ask('/v1/faq/?pageIndex=0&query=a%2Fb', {
      headers: {
        authorization: 'Bearer forged',
        'x-backoffice-key': 'forged',
        cookie: 'a=b',
        'x-forwarded-for': '1.2.3.4',
        'transfer-encoding': 'chunked',
        accept: 'application/json',
      },
    });
    expect(response.status).toBe(200);
    expect(http.seen[0]?.url).toBe('/v1/faq/?pageIndex=0&query=a%2Fb');
    expect(http.seen[0]?.headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'identity',
      authorization: 'Bearer of-main',
      connection: 'keep-alive',
      host: `127.0.0.1:${http.port}`,
      'x-backoffice-key': 'key',
    });
  });

  it('has no token while signed out', async () => {
    const signedOut = { ...session, authorizationHeaders: () => ({}) };
    const proxy = createProxy({
      send: createSender({ server: http.server, session: signedOut }),
      getSignal: () => undefined,
      encodeUpload,
    });
    await proxy(new Request('app://backoffice/v1/faq/', { headers: { authorization: 'Bearer forged' } }));
    expect(http.seen[0]?.headers.authorization).toBeUndefined();
  });

  it.each(['POST', 'DELETE'])('has the body of the page for %s', async (method) => {
    http.state.respond = (request, response) => request.pipe(response);
    const body = JSON.stringify({ name: 'Pens' });
    const response = await ask('/v1/faq/', {
      method,
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(await response.text()).toBe(body);
    expect(http.seen[0]?.headers['content-type']).toBe('application/json');
  });

  it('stays below the base path of the server', async () => {
    http.target.url.pathname = '/office/';
    await ask('/v1/faq/');
    expect(http.seen[0]?.url).toBe('/office/v1/faq/');
  });
});

describe('rejected without asking the server', () => {
  it.each([
    ['/v1/%2e%2e%2fsecret', 400],
    ['/v1/..%2fsecret', 400],
    ['/v1/..%5csecret', 400],
    ['/v1/a%00b', 400],
    ['/v1/a%0d%0ab', 400],
    ['/v1/%', 400],
    ['/uploads/..%2f..%2fbackoffice.db', 400],
    ['/v1/../internal', 400],
    ['/internal', 400],
    ['/v1evil/', 400],
    ['/v1/user/authorization', 403],
    ['/v1/user/authorizatio%6e/', 403],
    ['/v1//user/login', 403],
  ])('%s', async (path, status) => {
    const response = await ask(path);
    expect(response.status).toBe(status);
    expect(await errorMessageOf(response)).not.toBe('');
    expect(http.seen).toEqual([]);
  });

  it.each(['PUT', 'OPTIONS'])('the method %s', async (method) => {
    expect((await ask('/v1/faq/', { method })).status).toBe(405);
    expect(http.seen).toEqual([]);
  });
});

describe('redirects', () => {
  const redirectTo = (location: string) => {
    http.state.respond = (request, response) => {
      if (request.url?.startsWith('/v1/old')) response.writeHead(302, { location }).end();
      else response.end('{"success":true}');
    };
  };

  it.each([
    'http://evil.example/v1/faq/',
    '//evil.example/v1/faq/',
    'http://127.0.0.1:1/v1/faq/',
    'file:///etc/passwd',
    '/internal',
    '/v1/user/authorization',
    '/v1/faq/',
  ])('to %s are rejected', async (location) => {
    redirectTo(location);
    const response = await ask('/v1/old');
    expect(response.status).toBe(502);
    expect(response.headers.get('location')).toBeNull();
    expect(http.seen.every(({ url }) => url === '/v1/old')).toBe(true);
  });

  it('of write requests are not followed', async () => {
    redirectTo('/v1/faq/');
    expect((await ask('/v1/old', { method: 'POST', body: '{}' })).status).toBe(502);
    expect(http.seen).toHaveLength(1);
  });
});

describe('the response to the page', () => {
  it('has only safe headers', async () => {
    http.state.respond = (_request, response) =>
      response
        .writeHead(200, {
          'content-type': 'application/json',
          'cache-control': 'public, max-age=1000',
          'set-cookie': 'a=b',
          'access-control-allow-origin': '*',
          etag: '"1"',
        })
        .end('{}');
    const { headers } = await ask('/v1/faq/');
    expect(Object.fromEntries(headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'cross-origin-resource-policy': 'same-origin',
      etag: '"1"',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is a range of a file that can’t run as a page', async () => {
    http.state.respond = (request, response) =>
      response
        .writeHead(206, { 'content-range': 'bytes 0-1/9', 'content-type': 'video/mp4', 'content-length': 2 })
        .end(request.headers.range === 'bytes=0-1' ? 'ab' : 'no');
    const response = await ask('/uploads/a.mp4', { headers: { range: 'bytes=0-1' } });
    expect([response.status, await response.text()]).toEqual([206, 'ab']);
    expect(response.headers.get('content-range')).toBe('bytes 0-1/9');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    [200, 502],
    [503, 503],
  ])('is an error if the server sends a page with status %i', async (sent, status) => {
    http.state.respond = (_request, response) =>
      response.writeHead(sent, { 'content-type': 'text/html' }).end('<script>evil</script>');
    const response = await ask('/v1/faq/');
    expect([response.status, await errorMessageOf(response)]).toEqual([
      status,
      'The server sent an unexpected type of response',
    ]);
  });

  it('is streamed with backpressure', async () => {
    const length = 64 * 1024 * 1024;
    const block = Buffer.alloc(256 * 1024);
    const state = { given: 0, taken: 0, ahead: 0 };
    http.state.respond = (_request, response) => {
      const give = function* () {
        for (; state.given < length; state.given += block.byteLength) {
          state.ahead = Math.max(state.ahead, state.given - state.taken);
          yield block;
        }
      };
      Readable.from(give(), { highWaterMark: 1 }).pipe(response);
    };
    const reader = (await ask('/uploads/film.mp4')).body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      state.taken += part.value.byteLength;
      await setImmediate();
    }
    expect(state.taken).toBe(length);
    // The operating system buffers some megabytes on both sides.
    expect(state.ahead).toBeLessThan(length / 2);
  });

  it('reports an unreachable server', async () => {
    await http.close();
    const response = await ask('/v1/faq/');
    expect(response.status).toBe(503);
    expect(await errorMessageOf(response)).toBe('Can’t reach the server');
  });

  it('retries a broken connection only once', async () => {
    http.state.respond = (request) => request.socket.destroy();
    expect((await ask('/v1/faq/')).status).toBe(503);
    expect(http.seen).toHaveLength(1);
  });

  it('comes from a restarted server despite a dead keep-alive connection', async () => {
    expect((await ask('/v1/faq/')).status).toBe(200);
    await http.close();
    await http.listen();
    expect((await ask('/v1/faq/')).status).toBe(200);
  });
});

describe('an aborted request', () => {
  it('closes its connection before the response', async () => {
    const closed = new Promise((resolve) => {
      http.state.respond = (request) => {
        request.socket.once('close', resolve);
        controller.abort();
      };
    });
    const controller = new AbortController();
    const response = await ask('/v1/faq/', {}, controller.signal);
    expect(response.status).toBe(499);
    await closed;
  });

  it('closes its connection during the response', async () => {
    const closed = new Promise((resolve) => {
      http.state.respond = (request, response) => {
        request.socket.once('close', resolve);
        response.write('x'.repeat(100_000));
      };
    });
    const response = await ask('/v1/faq/');
    await response.body?.cancel();
    await closed;
  });
});

it('passes on the response of a server that is still starting', async () => {
  const proxy = createProxy({
    send: async () => {
      throw new ServerUnreachableError('The server is being started again');
    },
    getSignal: () => undefined,
    encodeUpload,
  });
  const response = await proxy(new Request('app://backoffice/v1/faq/'));
  expect([response.status, await errorMessageOf(response)]).toEqual([503, 'The server is being started again']);
});
