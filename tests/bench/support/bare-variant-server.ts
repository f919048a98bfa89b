import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { createVariantWriter } from './variant-writer.ts';

// A minimal HTTP server that replaces the variants of one product and answers with them, without sessions, schemas,
// SKUs or history.
const [file = ''] = process.argv.slice(2);
const write = createVariantWriter(new Database(file));

const server = createServer(async (request, response) => {
  const { attributeArr } = (await json(request)) as { attributeArr: object[] };
  write(attributeArr);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data: { attributeArr } }));
});
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })),
);
