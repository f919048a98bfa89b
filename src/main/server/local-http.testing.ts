import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UpstreamTarget } from './upstream.ts';

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** For tests: a local server whose responses, valid or not, are set by the test. */
export const startStubServer = async (respond: RequestHandler) => {
  const seen: IncomingMessage[] = [];
  const state = { respond };
  const server = createServer((request, response) => {
    seen.push(request);
    response.setHeader('content-type', 'application/json');
    state.respond(request, response);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const target: UpstreamTarget = {
    url: new URL(`http://127.0.0.1:${port}/`),
    headers: { 'x-backoffice-key': 'key' },
  };
  return {
    port,
    seen,
    state,
    target,
    server: { target: async () => target },
    listen: () => listen(port),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export type StubServer = Awaited<ReturnType<typeof startStubServer>>;

export const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};
