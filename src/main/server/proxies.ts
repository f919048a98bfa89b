import http, { type IncomingMessage } from 'node:http';
import https, { type AgentOptions, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { isLoopback } from '#shared/urls.ts';

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

/**
 * The proxy that the system names first; others, SOCKS and https proxies are ignored. Null is a direct connection, as
 * always to this computer.
 */
export const findProxy = async (url: URL): Promise<SystemProxy | null> => {
  if (!system || isLoopback(url.hostname)) return null;
  const [, host] = /(?:^|;)\s*(?:PROXY\s+([^\s;]+)|DIRECT)/.exec(await system.resolve(url.href)) ?? [];
  return host === undefined ? null : { url: new URL(`http://${host}`), login: await getLogin(host) };
};

export const getProxyHeaders = ({ login }: SystemProxy): Record<string, string> => {
  if (!login) return {};
  const encoded = Buffer.from(`${login.username}:${login.password}`).toString('base64');
  return { 'proxy-authorization': `Basic ${encoded}` };
};

type Connected = (error: Error | null, stream: Duplex) => void;

/** Connects to https servers through a proxy's CONNECT. */
export const createTunnelAgent = (proxy: SystemProxy, agentOptions: AgentOptions): https.Agent => {
  const createConnection = (target: RequestOptions, callback: Connected): undefined => {
    const { host, port, servername, ca, timeout } = target;
    const path = `${host?.includes(':') ? `[${host}]` : host}:${port}`;
    const headers = { host: path, ...getProxyHeaders(proxy) };
    const connect = http
      .request(proxy.url, { method: 'CONNECT', path, headers, timeout, agent: false })
      .once('timeout', () => connect.destroy());
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
