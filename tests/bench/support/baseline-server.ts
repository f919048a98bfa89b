import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';

// A minimal HTTP server: prepared queries selected by number, without sessions, schemas or logs.
const [file = '', queries = '[]'] = process.argv.slice(2);
const database = new Database(file, { readonly: true });
const prepared = (JSON.parse(queries) as { rows: string; total: string }[]).map(({ rows, total }) => ({
  rows: database.prepare(rows),
  total: database.prepare<unknown[], { total: number }>(total),
}));

const server = createServer((request, response) => {
  const query = prepared[Number(request.url?.slice(1))];
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data: query?.rows.all(), total: query?.total.get()?.total }));
});
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })),
);
