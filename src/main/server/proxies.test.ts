import { once } from 'node:events';
import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readBody, type StubServer, startStubServer } from './local-http.testing.ts';
import { setProxySystem } from './proxies.ts';
import { readJson, requestUpstream } from './upstream.ts';

const askForLogin = vi.fn(async () => null);
const useProxies = (list: string) => setProxySystem({ resolve: async () => list, askForLogin });
const get = async (address: string) => {
  const target = { url: new URL(address), headers: {} };
  return readJson(await requestUpstream({ target, method: 'GET', path: '/v1/meta', headers: {} }));
};

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

let stub: StubServer;
/** Not a name of this computer to the app, although the system connects to it. */
let address: string;
beforeAll(async () => {
  stub = await startStubServer(async (request, response) => {
    const body = (await readBody(request)).toString() || undefined;
    response.end(JSON.stringify({ isServer: true, body }));
  });
  address = `http://0.0.0.0:${stub.port}`;
});
afterAll(() => stub.close());

describe('requests to the server', () => {
  it('are sent directly if the system has only a SOCKS proxy', async () => {
    useProxies('SOCKS5 127.0.0.1:1');
    expect(await get(address)).toEqual({ isServer: true });
  });

  it('name the proxy that is down', async () => {
    useProxies('PROXY 127.0.0.1:1');
    await expect(get(address)).rejects.toThrow('Can’t reach the proxy 127.0.0.1:1');
  });

  it('name a proxy whose kind of login isn’t supported, without asking for one', async () => {
    const proxy = http.createServer((_request, response) =>
      response.writeHead(407, { 'proxy-authenticate': ['Negotiate', 'NTLM'] }).end(),
    );
    useProxies(`PROXY 127.0.0.1:${await listen(proxy)}`);
    await expect(get(address)).rejects.toThrow('asks for a kind of login that this app doesn’t support');
    expect(askForLogin).not.toHaveBeenCalled();
    proxy.close();
  });
});
