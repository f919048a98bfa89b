import http, { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import tls from 'node:tls';
import {
  createTunnelAgent,
  findProxy,
  getProxyHeaders,
  isFromProxy,
  ProxyError,
  replaceProxyLogin,
  type SystemProxy,
  toProxyError,
} from './proxies.ts';

export type UpstreamTarget = {
  url: URL;
  /** Sent with every request, such as the embedded server's key. */
  headers: Record<string, string>;
};

/** Thrown when the API server doesn't respond. The message is shown to the user. */
export class ServerUnreachableError extends Error {
  override name = 'ServerUnreachableError';
}

class ConnectTimeoutError extends ServerUnreachableError {
  readonly syscall = 'connect';
}

/** Milliseconds; enough for an office network. */
const connectTimeout = 5000;
/** Milliseconds without traffic in either direction. A large import may keep the server busy before it responds. */
const idleTimeout = 180_000;
/** Milliseconds in which any server answers a short request. */
export const answerTimeout = 10_000;
const maxResponseBytes = 16 * 1024 * 1024;

// Trusts an office's own authority only if Node can read the system's certificates (24, not the 20 of Electron 33).
const trustedCertificates = (): string[] | undefined =>
  'getCACertificates' in tls ? [...tls.getCACertificates('default'), ...tls.getCACertificates('system')] : undefined;

type AgentOptions = { isSecure: boolean; keepAlive: boolean; tunnel: SystemProxy | null };

const createAgent = ({ isSecure, keepAlive, tunnel }: AgentOptions): http.Agent => {
  const options = { keepAlive, maxSockets: 32, timeout: 30_000 };
  if (!isSecure) return new http.Agent(options);
  const secureOptions = { ...options, ca: trustedCertificates(), rejectUnauthorized: true };
  return tunnel ? createTunnelAgent(tunnel, secureOptions) : new https.Agent(secureOptions);
};

/** Whether a method only reads, so that the request may be repeated. */
const isSafeMethod = (method: string): boolean => method === 'GET' || method === 'HEAD';

const agents = new Map<string, http.Agent>();

/**
 * A kept-alive connection may be dead: reads are retried, writes get a new connection. Agents are created on demand,
 * because reading the system's certificates is slow and the embedded server needs none.
 */
const agentFor = (url: URL, method: string, tunnel: SystemProxy | null): http.Agent => {
  const keepAlive = isSafeMethod(method);
  const key = JSON.stringify([url.protocol, keepAlive, tunnel]);
  const agent = agents.get(key) ?? createAgent({ isSecure: url.protocol === 'https:', keepAlive, tunnel });
  agents.set(key, agent);
  return agent;
};

export type UpstreamRequest = {
  target: UpstreamTarget;
  method: string;
  /** Relative to the server's root, such as `/v1/faq/?pageIndex=0`. */
  path: string;
  headers: OutgoingHttpHeaders;
  body?: Readable | Buffer;
  signal?: AbortSignal;
  /** Milliseconds without traffic. */
  timeout?: number;
};

/** The server itself may be below a path. */
const resolvePath = (target: UpstreamTarget, path: string): URL => {
  const base = target.url.pathname.replace(/\/$/, '');
  return new URL(`${target.url.origin}${base}${path}`);
};

const watchTimeouts = (request: ClientRequest, timeout: number): void => {
  const message = 'The server isn’t responding';
  const fail = () => request.destroy(new ServerUnreachableError(message));
  const timer = setTimeout(() => request.destroy(new ConnectTimeoutError(message)), connectTimeout);
  const clearTimer = () => clearTimeout(timer);
  request.on('socket', (socket) => {
    if (socket.connecting) socket.once('connect', clearTimer);
    else clearTimer();
  });
  request.once('close', clearTimer);
  request.setTimeout(timeout, fail);
};

// Node sends the body of a DELETE without any framing unless a header announces it.
const getFraming = ({ headers, body }: UpstreamRequest): OutgoingHttpHeaders =>
  body && !('content-length' in headers) ? { 'transfer-encoding': 'chunked' } : {};

const openRequest = (upstream: UpstreamRequest, url: URL, proxy: SystemProxy | null): ClientRequest => {
  const { target, method, headers, signal, timeout = idleTimeout } = upstream;
  const forwarder = url.protocol === 'http:' ? proxy : null;
  const peer = forwarder?.url ?? url;
  const options = {
    method,
    signal,
    headers: {
      ...headers,
      ...getFraming(upstream),
      ...target.headers,
      'accept-encoding': 'identity',
      ...(forwarder && { host: url.host, ...getProxyHeaders(forwarder) }),
    },
    agent: agentFor(peer, method, forwarder ? null : proxy),
    // A proxy that forwards a request needs the whole address.
    ...(forwarder && { path: url.href }),
  };
  const request = peer.protocol === 'https:' ? https.request(peer, options) : http.request(peer, options);
  watchTimeouts(request, timeout);
  return request;
};

const waitForResponse = (request: ClientRequest, body?: Readable | Buffer): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
    if (!body || Buffer.isBuffer(body)) {
      request.end(body);
      return;
    }
    // A server may respond before it has read the whole body; later errors of the body are ignored.
    const send = () => pipeline(body, request).catch(reject);
    // Without a connection, the body stays unread for the next attempt.
    request.once('socket', (socket) => (socket.connecting ? socket.once('connect', send) : send()));
  });

export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether there was no connection, so that nothing was sent. Several addresses of a name fail together. */
const isConnectFailure = (error: unknown): boolean =>
  error instanceof AggregateError ||
  (error instanceof Error && 'syscall' in error && /^(connect|getaddrinfo)$/.test(String(error.syscall)));

/** Turns connection errors into `ServerUnreachableError` with a message for the user. Returns other errors unchanged. */
const toUserError = (error: unknown, proxy: SystemProxy | null = null): unknown => {
  if (error instanceof Error && error.name === 'AbortError') return error;
  const cause = proxy && isConnectFailure(error) ? new ProxyError(`Can’t reach the proxy ${proxy.url.host}`) : error;
  if (cause instanceof ProxyError) return new ServerUnreachableError(cause.message, { cause });
  if (error instanceof ServerUnreachableError) return error;
  const code = errorCode(error);
  const certificateProblem = describeCertificateProblem(code);
  if (certificateProblem !== null) return new ServerUnreachableError(certificateProblem, { cause: error });
  return /^E[A-Z_]+$|^HPE_/.test(code) ? new ServerUnreachableError('Can’t reach the server', { cause: error }) : error;
};

const isStaleConnection = (request: ClientRequest, error: unknown): boolean =>
  request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(errorCode(error));

/** Whether the user has entered another login for the proxy, which hasn't forwarded the request. */
const hasOtherLogin = async (error: unknown, proxy: SystemProxy | null): Promise<boolean> =>
  proxy !== null &&
  error instanceof ProxyError &&
  error.canLogIn &&
  (await replaceProxyLogin(proxy.url.host, proxy.login)) !== null;

/** Sends a request to the API server and returns the response with its body unread. Throws `ServerUnreachableError`. */
export const requestUpstream = async (upstream: UpstreamRequest): Promise<IncomingMessage> => {
  const url = resolvePath(upstream.target, upstream.path);
  const proxy = await findProxy(url);
  const request = openRequest(upstream, url, proxy);
  try {
    const response = await waitForResponse(request, upstream.body);
    if (!proxy || url.protocol === 'https:' || !isFromProxy(response)) return response;
    response.destroy();
    throw toProxyError(proxy.url, response);
  } catch (error) {
    const stream = upstream.body instanceof Readable ? upstream.body : null;
    const canRepeat =
      (isSafeMethod(upstream.method) && isStaleConnection(request, error)) ||
      ((await hasOtherLogin(error, proxy)) && !stream?.readableDidRead);
    if (canRepeat) return requestUpstream(upstream);
    stream?.destroy();
    throw toUserError(error, proxy);
  }
};

export const readJson = async (response: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > maxResponseBytes) return null;
      chunks.push(chunk);
    }
  } catch (error) {
    throw toUserError(error);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return null;
  }
};

const problems: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'isn’t valid yet, or this computer’s clock is wrong',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed, so this computer can’t verify the server',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another address',
};

/** Describes why a certificate was rejected, from Node's error code. Returns null for any other error. */
export const describeCertificateProblem = (code: string): string | null => {
  if (!/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/.test(code)) return null;
  return `The server’s certificate ${problems[code] ?? 'comes from an issuer that this computer doesn’t trust'}`;
};
