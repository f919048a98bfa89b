import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { createBareWriter, type Saved, type Sent } from './bare-writer.ts';

// A minimal HTTP server that writes a product and its history in one transaction, without sessions, schemas or logs.
const [file = ''] = process.argv.slice(2);
const database = new Database(file);
database.pragma('synchronous = FULL');
const writer = createBareWriter(database);
const note = database.prepare(
  `insert into history (_id, changeId, resource, recordId, title, action, at, before, after)
   values (?, ?, 'product', ?, ?, ?, ?, ?, ?)`,
);
const addHistory = (before: Saved | null, after: Saved): Saved => {
  const action = before ? 'update' : 'create';
  const values = [before && JSON.stringify(before), JSON.stringify(after)];
  note.run(randomUUID(), randomUUID(), after.id, after.sku, action, new Date().toISOString(), ...values);
  return after;
};
const create = database.transaction((sent: Sent) => addHistory(null, writer.create(sent)));
const change = database.transaction((id: string, { price }: Saved) =>
  addHistory(writer.read(id), writer.change(id, price)),
);

const server = createServer(async (request, response) => {
  const body = await json(request);
  const id = request.url?.slice(1);
  const saved = id ? change(id, body as Saved) : create(body as Sent);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(saved));
});
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })),
);
