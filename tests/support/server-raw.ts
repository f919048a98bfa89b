import { connect } from 'node:net';

/** Sends raw bytes, for malformed requests, and returns everything that the server sends back. */
export const sendRaw = (url: string, text: string, { isCutOff = false } = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    let response = '';
    socket.on('data', (chunk) => {
      response += chunk.toString();
    });
    socket.on('close', () => resolve(response));
    socket.on('error', reject);
    socket.on('connect', () => {
      if (isCutOff) socket.end(text);
      else socket.write(text);
    });
  });

/** An HTTP request as text, with `connection: close`. */
export const rawRequest = (
  { method = 'GET', path, headers = {} }: { method?: string; path: string; headers?: Record<string, string> },
  body = '',
): string =>
  [
    `${method} ${path} HTTP/1.1`,
    ...Object.entries({ connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');
