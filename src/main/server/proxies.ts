import http, { type IncomingMessage } from 'node:http';
import https, { type AgentOptions, type RequestOptions } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { isLoopback } from '#shared/loopback.ts';

export type ProxyLogin = { username: string; password: string };
export type ProxyQuestion = { host: string; isRejected: boolean };
export type SystemProxy = { url: URL; login: ProxyLogin | null };

type ProxySystem = {
  /** Lists the proxies for an address as Chromium does: `PROXY proxy.office:8080;DIRECT`. */
  resolve: (url: string) => Promise<string>;
  askForLogin: (question: ProxyQuestion) => Promise<ProxyLogin | null>;
};

/** Thrown when a proxy doesn't forward a request. The message is shown to the user. */
export class ProxyError extends Error {
  override name = 'ProxyError';
  canLogIn = false;
}

/** Whether a response to a forwarded request comes from the proxy. The API answers with JSON. */
export const isFromProxy = ({ statusCode = 0, headers }: IncomingMessage): boolean =>
  statusCode === 407 || ([403, 502, 503, 504].includes(statusCode) && !/json/.test(headers['content-type'] ?? ''));

export const toProxyError = ({ host }: URL, { statusCode = 0, headers }: IncomingMessage): ProxyError => {
  if (statusCode >= 500) return new ProxyError(`The proxy ${host} can’t reach the server`);
  if (statusCode !== 407) return new ProxyError(`The proxy ${host} refused the connection`);
  const canLogIn = /\bbasic\b/i.test(headers['proxy-authenticate'] ?? '');
  const kind = canLogIn ? 'a user name and password' : 'a kind of login that this app doesn’t support';
  return Object.assign(new ProxyError(`The proxy ${host} asks for ${kind}`), { canLogIn });
};

let system: ProxySystem | null = null;

export const setProxySystem = (current: ProxySystem): void => {
  system = current;
};

const schemes: Record<string, string> = { PROXY: 'http', HTTPS: 'https' };

/** Null is a direct connection, as always to this computer. SOCKS proxies are skipped. */
const findRoutes = async (url: URL): Promise<(URL | null)[]> => {
  if (!system || isLoopback(url.hostname)) return [null];
  return (await system.resolve(url.href)).split(';').flatMap((route) => {
    const [kind = '', host = ''] = route.trim().split(/\s+/);
    if (kind === 'DIRECT') return [null];
    return kind in schemes ? [new URL(`${schemes[kind]}://${host}`)] : [];
  });
};

const failedRoutes = new Set<string | undefined>();
const hasFailed = (route: URL | null): boolean => failedRoutes.has(route?.href);

/** Avoids a route without a connection until all have failed. Returns whether there is another one. */
export const skipRoute = async (url: URL, failed: SystemProxy | null): Promise<boolean> => {
  failedRoutes.add(failed?.url.href);
  const hasAnother = !(await findRoutes(url)).every(hasFailed);
  if (!hasAnother) failedRoutes.clear();
  return hasAnother;
};

const logins = new Map<string, Promise<ProxyLogin | null>>();
const declined = new Set<string>();

const getLogin = async (host: string): Promise<ProxyLogin | null> => (await logins.get(host)) ?? null;

/** Resolves to another login than the rejected one, which the user enters once for all requests; null if there is none. */
export const replaceProxyLogin = async (host: string, rejected: ProxyLogin | null): Promise<ProxyLogin | null> => {
  const current = logins.get(host);
  const isRejected = (await getLogin(host)) === rejected;
  if (system && isRejected && logins.get(host) === current && !declined.has(host)) {
    logins.set(host, system.askForLogin({ host, isRejected: rejected !== null }));
    if ((await getLogin(host)) === null) declined.add(host);
  }
  const login = await getLogin(host);
  return login === rejected ? null : login;
};

/** Asks again for logins that the user didn't enter. */
export const retryProxyLogins = (): void => declined.clear();

/** Null is a direct connection. */
export const findProxy = async (url: URL): Promise<SystemProxy | null> => {
  const routes = await findRoutes(url);
  const [route = routes[0]] = routes.filter((candidate) => !hasFailed(candidate));
  return route ? { url: route, login: await getLogin(route.host) } : null;
};

export const getProxyHeaders = ({ login }: SystemProxy): Record<string, string> => {
  if (!login) return {};
  const encoded = Buffer.from(`${login.username}:${login.password}`).toString('base64');
  return { 'proxy-authorization': `Basic ${encoded}` };
};

/** The name in the certificate of a proxy, because Node would take it from the request's Host. */
export const getServername = ({ url }: SystemProxy): string =>
  isIP(url.hostname.replace(/^\[|\]$/g, '')) ? '' : url.hostname;

type Connected = (error: Error | null, stream: Duplex) => void;

/** Connects to https servers through a proxy's CONNECT. */
export const createTunnelAgent = (proxy: SystemProxy, agentOptions: AgentOptions): https.Agent => {
  const createConnection = (target: RequestOptions, callback: Connected): undefined => {
    const { host, port, servername, ca, timeout } = target;
    const path = `${host?.includes(':') ? `[${host}]` : host}:${port}`;
    const headers = { host: path, ...getProxyHeaders(proxy) };
    const { request } = proxy.url.protocol === 'https:' ? https : http;
    const toProxy = { headers, timeout, ca, agent: false, servername: getServername(proxy) };
    const connect = request(proxy.url, { method: 'CONNECT', path, ...toProxy }).once('timeout', () =>
      connect.destroy(),
    );
    // Without a connection, Node expects no stream.
    const fail = callback as (error: Error) => void;
    connect.once('error', fail).once('connect', (response: IncomingMessage, socket: Socket) => {
      socket.setTimeout(0);
      if (response.statusCode === 200) {
        return callback(null, tls.connect({ socket, host: host ?? undefined, servername, ca }));
      }
      socket.destroy();
      fail(toProxyError(proxy.url, response));
    });
    connect.end();
  };
  return Object.assign(new https.Agent(agentOptions), { createConnection });
};
