import { once } from 'node:events';
import http, { type Server } from 'node:http';
import https from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { certificates, testCa } from './certificates.testing.ts';
import { readBody, type StubServer, startStubServer } from './local-http.testing.ts';
import { setProxySystem } from './proxies.ts';
import { readJson, requestUpstream } from './upstream.ts';

setDefaultCACertificates([...getCACertificates('default'), testCa]);

const askForLogin = vi.fn(async () => null);
const useProxies = (list: string) => setProxySystem({ resolve: async () => list, askForLogin });
const get = async (address: string) => {
  const target = { url: new URL(address), headers: {} };
  return readJson(await requestUpstream({ target, method: 'GET', path: '/v1/meta', headers: {} }));
};

const listen = async (server: Server | https.Server): Promise<number> => {
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
  it('are sent directly if the proxy is down and the system allows it', async () => {
    useProxies('PROXY 127.0.0.1:1; DIRECT');
    expect(await get(address)).toEqual({ isServer: true });
  });

  it('keep a streamed body for the next proxy', async () => {
    useProxies('PROXY 127.0.0.1:2; DIRECT');
    const response = await requestUpstream({
      target: { url: new URL(address), headers: {} },
      method: 'POST',
      path: '/v1/faq/',
      headers: {},
      body: Readable.from(['{"title":', '"Ink"}'], { objectMode: false }),
    });
    expect(await readJson(response)).toEqual({ isServer: true, body: '{"title":"Ink"}' });
  });

  it('are sent directly if the system has only a SOCKS proxy', async () => {
    useProxies('SOCKS5 127.0.0.1:1');
    expect(await get(address)).toEqual({ isServer: true });
  });

  it('name the proxy that is down', async () => {
    useProxies('PROXY 127.0.0.1:1');
    await expect(get(address)).rejects.toThrow('Can’t reach the proxy 127.0.0.1:1');
  });

  it('are forwarded by a proxy that is itself encrypted', async () => {
    const proxy = https.createServer(certificates.good, ({ url }, response) => response.end(JSON.stringify({ url })));
    useProxies(`HTTPS 127.0.0.1:${await listen(proxy)}`);
    expect(await get('http://office.example.com')).toEqual({ url: 'http://office.example.com/v1/meta' });
    proxy.close();
  });

  it('reach an https server through a proxy that is itself encrypted', async () => {
    const server = https.createServer(certificates.wrongHost, (_request, response) =>
      response.end('{"isSecure":true}'),
    );
    const port = await listen(server);
    const proxy = https.createServer(certificates.good).on('connect', (_request, socket: Socket) => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      socket.pipe(connect(port, '127.0.0.1')).pipe(socket);
    });
    useProxies(`HTTPS 127.0.0.1:${await listen(proxy)}`);
    expect(await get('https://office.example.com')).toEqual({ isSecure: true });
    server.close();
    proxy.close();
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
