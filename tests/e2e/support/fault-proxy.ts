import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { blankHeaders, blankPath } from './shared-page.ts';

export type RequestMatcher = { method?: string; path: RegExp };
type Fault = RequestMatcher & {
  apply: (message: IncomingMessage, response: ServerResponse) => Promise<boolean>;
};

type Written = { request: string; body: Record<string, unknown> };

const isWriting = (method: string | undefined) => method === 'POST' || method === 'PATCH';

const isJson = ({ headers }: IncomingMessage) => headers['content-type']?.startsWith('application/json');

/** Listens on a free port. A server without a proxy drops all requests. */
export const listenOnFreePort = async (): Promise<Server> => {
  const server = createServer();
  server.on('request', ({ socket }) => {
    if (server.listenerCount('request') === 1) socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

/** A proxy between the app and the real server that can fail matching requests. */
export class FaultProxy {
  readonly url: string;
  /** Every request that reached the proxy, as `METHOD /path?query`. */
  readonly seen: string[] = [];
  /** Requests that the client aborted before the response, in the same format. */
  readonly aborted: string[] = [];
  readonly written: Written[] = [];
  /** Paths of the requests that the proxy itself answered with an error. */
  readonly refused: string[] = [];
  target: string;
  #server: Server;
  #faults = new Set<Fault>();

  private constructor(server: Server, target: string) {
    this.#server = server;
    this.target = target;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', this.#handle);
  }

  /** Proxies that take turns on a server keep its port from other processes. */
  static async start(target: string, server?: Server): Promise<FaultProxy> {
    return new FaultProxy(server ?? (await listenOnFreePort()), target);
  }

  /** Answers matching requests itself until the returned function is called. */
  respond({ status = 200, body, ...matcher }: RequestMatcher & { status?: number; body: unknown }): () => void {
    return this.#add({
      ...matcher,
      apply: async (message, response) => {
        if (status >= 400) this.refused.push(message.url ?? '');
        message.resume();
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        return true;
      },
    });
  }

  /** Rejects matching requests until the returned function is called. */
  refuse({ status = 500, message, ...matcher }: RequestMatcher & { status?: number; message: string }) {
    return this.respond({ ...matcher, status, body: { success: false, message } });
  }

  /** Destroys the connection of matching requests until the returned function is called. */
  drop(matcher: RequestMatcher): () => void {
    return this.#add({
      ...matcher,
      apply: async (message) => {
        message.socket.destroy();
        return true;
      },
    });
  }

  /** Starts a response to matching requests and breaks it off, until the returned function is called. */
  truncateResponse(matcher: RequestMatcher): () => void {
    return this.#add({
      ...matcher,
      apply: async (_message, response) => {
        response.writeHead(200, { 'content-type': 'text/csv' });
        response.write('Half of', () => response.destroy());
        return true;
      },
    });
  }

  /** Forwards matching requests but drops the responses, until the returned function is called. */
  dropResponse(matcher: RequestMatcher): () => void {
    return this.#add({
      ...matcher,
      apply: async (_message, response) => {
        response.on('error', () => undefined);
        response.writeHead = () => response.destroy();
        return false;
      },
    });
  }

  /** Stops reading matching requests after `afterBytes`. The returned function breaks their connections. */
  stallUpload({ afterBytes, ...matcher }: RequestMatcher & { afterBytes: number }): () => void {
    const gate = Promise.withResolvers<void>();
    const end = this.#add({
      ...matcher,
      apply: async (message) => {
        let bytes = 0;
        message.on('data', (chunk: Buffer) => {
          bytes += chunk.byteLength;
          if (bytes >= afterBytes) message.pause();
        });
        await gate.promise;
        message.socket.destroy();
        return true;
      },
    });
    return () => {
      end();
      gate.resolve();
    };
  }

  /** Delays matching requests until the returned function is called. */
  delay(matcher: RequestMatcher): () => void {
    const gate = Promise.withResolvers<void>();
    const end = this.#add({ ...matcher, apply: () => gate.promise.then(() => false) });
    return () => {
      end();
      gate.resolve();
    };
  }

  /** Keeps live updates from repeating failed requests. */
  holdLiveUpdates(): void {
    this.delay({ path: /\/v1\/live/ });
  }

  leave(): void {
    this.#server.off('request', this.#handle);
    this.#server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.leave();
    await new Promise((closed) => this.#server.close(closed));
  }

  #add(fault: Fault): () => void {
    this.#faults.add(fault);
    return () => this.#faults.delete(fault);
  }

  #handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/' } = message;
    if (url === blankPath) {
      response.writeHead(200, blankHeaders).end();
      return;
    }
    const line = `${method} ${url}`;
    this.seen.push(line);
    response.once('close', () => {
      if (!response.writableEnded) this.aborted.push(line);
    });
    for (const fault of this.#faults) {
      const isMatching = (!fault.method || fault.method === method) && fault.path.test(url);
      if (isMatching && (await fault.apply(message, response))) return;
    }
    // The client may have aborted while the request was delayed.
    if (!response.destroyed) this.#forward(message, response);
  };

  #keep(message: IncomingMessage): void {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Written['body'];
      // Pages send previews and their open records in the background.
      if (!['/v1/file/preview', '/v1/presence'].includes(message.url ?? ''))
        this.written.push({ request: `${message.method} ${message.url}`, body });
    });
  }

  #forward(message: IncomingMessage, response: ServerResponse): void {
    const target = new URL(this.target);
    const headers = { ...message.headers, host: target.host };
    // The page's own origin is the proxy's; the server must see its own.
    if (headers.origin === this.url) headers.origin = target.origin;
    const upstream = request(
      { host: target.hostname, port: target.port, method: message.method, path: message.url, headers },
      (respond) => {
        response.writeHead(respond.statusCode ?? 502, respond.headers);
        respond.pipe(response);
        respond.on('error', () => response.destroy());
      },
    );
    upstream.on('error', () => message.socket.destroy());
    message.on('error', () => upstream.destroy());
    if (isWriting(message.method) && isJson(message)) this.#keep(message);
    response.on('close', () => upstream.destroy());
    message.pipe(upstream);
  }
}
