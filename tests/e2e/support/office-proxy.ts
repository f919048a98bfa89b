import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

type Options = {
  /** The port on this computer that a host name leads to. */
  resolve: (host: string) => number;
  login?: { username: string; password: string };
};

/** A proxy as offices have it: forwards http and tunnels https, maybe only after a Basic login. */
export class OfficeProxy {
  readonly host: string;
  /** The first lines of requests that it forwarded or tunneled, such as `CONNECT office.example.com:443`. */
  readonly seen: string[] = [];
  /** Answers all requests with this status. */
  refusal: number | null = null;
  readonly #options: Options;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, options: Options) {
    this.#server = server;
    this.#options = options;
    this.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(options: Options): Promise<OfficeProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new OfficeProxy(server, options);
    server.on('connection', (socket) => proxy.#keep(socket));
    server.on('connect', (message, socket: Socket, head: Buffer) => proxy.#tunnel(message, socket, head));
    server.on('request', (message, response) => {
      const status = proxy.#rejectionOf(message);
      if (status !== null) {
        message.resume();
        response.writeHead(status, { 'proxy-authenticate': 'Basic realm="Office"' }).end();
        return;
      }
      const { hostname, pathname, search } = new URL(message.url ?? '');
      const { 'proxy-authorization': _login, ...headers } = message.headers;
      const port = options.resolve(hostname);
      const upstream = request({
        host: '127.0.0.1',
        port,
        method: message.method,
        path: pathname + search,
        headers,
      });
      upstream.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      upstream.on('error', () => response.destroy());
      response.on('close', () => upstream.destroy());
      message.pipe(upstream);
    });
    return proxy;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }

  #rejectionOf({ method, url, headers }: IncomingMessage): number | null {
    const { login } = this.#options;
    const expected = login && `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
    if (expected && headers['proxy-authorization'] !== expected) return 407;
    if (this.refusal === null) this.seen.push(`${method} ${url}`);
    return this.refusal;
  }

  #tunnel(message: IncomingMessage, socket: Socket, head: Buffer): void {
    const status = this.#rejectionOf(message);
    if (status !== null) {
      socket.end(`HTTP/1.1 ${status} Refused\r\nProxy-Authenticate: Basic realm="Office"\r\n\r\n`);
      return;
    }
    const upstream = connect(this.#options.resolve((message.url ?? '').split(':')[0] ?? ''), '127.0.0.1');
    this.#keep(upstream);
    socket.write('HTTP/1.1 200 Connected\r\n\r\n');
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
  }
}
