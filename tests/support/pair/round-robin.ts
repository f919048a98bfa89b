import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type RoundRobin = { url: string; stop: () => Promise<void> };

/** Headers of one connection, which a proxy doesn't pass on. */
const ownHeaders = ['connection', 'keep-alive'];

const forwardableHeaders = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.filter((_, index) => !ownHeaders.includes(String(rawHeaders[index & ~1]).toLowerCase()));

const hasBody = ({ headers }: IncomingMessage): boolean =>
  'content-length' in headers || 'transfer-encoding' in headers;

type Headers = Record<string, string>;

type ForwardOptions = { incoming: IncomingMessage; outgoing: ServerResponse; target: string; added: Headers };

const forward = ({ incoming, outgoing, target, added }: ForwardOptions) => {
  const { hostname, port } = new URL(target);
  const { method, url } = incoming;
  const headers = [...forwardableHeaders(incoming), ...Object.entries(added).flat()];
  // Otherwise, Node announces a body of unknown length.
  if (method === 'POST' && !hasBody(incoming)) headers.push('content-length', '0');
  const onward = request({ hostname, port, method, path: url, headers, setHost: false, agent: false });
  onward.on('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, forwardableHeaders(response));
    response.on('error', () => outgoing.destroy());
    response.pipe(outgoing);
  });
  // A server may respond before it has read the whole request, and then closes the connection.
  onward.on('error', () => {
    if (!outgoing.headersSent) outgoing.destroy();
  });
  outgoing.on('close', () => onward.destroy());
  if (hasBody(incoming)) incoming.pipe(onward);
  else onward.end();
};

/** A proxy that sends each request to the next server, with its own headers and those that `getHeaders` adds. */
export const startRoundRobin = async (
  getTargets: () => readonly string[],
  getHeaders: () => Headers = () => ({}),
): Promise<RoundRobin> => {
  let count = 0;
  const proxy = createServer((incoming, outgoing) => {
    const available = getTargets();
    const target = available[count % available.length];
    count += 1;
    if (target === undefined) outgoing.destroy();
    else forward({ incoming, outgoing, target, added: getHeaders() });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = once(proxy, 'close');
      proxy.close();
      proxy.closeAllConnections();
      await closed;
    },
  };
};
