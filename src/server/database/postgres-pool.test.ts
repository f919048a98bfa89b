import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { openPool } from './postgres-pool.ts';

// Message format of the protocol: type, length, content.
const authenticated = Buffer.from([...Buffer.from('R'), 0, 0, 0, 8, 0, 0, 0, 0]);
const ready = Buffer.from([...Buffer.from('Z'), 0, 0, 0, 5, ...Buffer.from('I')]);
const farewell = 'X'.charCodeAt(0);

const said = async (socket: Socket): Promise<Buffer> => (await once(socket, 'data'))[0];

const openTo = (database: Server, options: { responseTimeout?: number } = {}) => {
  const { port } = database.address() as AddressInfo;
  return openPool({
    connectionString: `postgres://user@127.0.0.1:${port}/any`,
    onConnectionError: (error) => {
      throw error;
    },
    ...options,
  });
};

test('closes a connection that doesn’t respond to a statement', async () => {
  const database = createServer((socket) => {
    socket.once('data', () => socket.write(Buffer.concat([authenticated, ready])));
  }).listen(0, '127.0.0.1');
  await once(database, 'listening');
  const pool = openTo(database, { responseTimeout: 100 });
  const client = await pool.connect();
  await expect(client.query('select 1', [])).rejects.toThrow('timeout');
  client.release();
  expect(pool.counts()).toMatchObject({ total: 0 });
  await pool.end();
  database.close();
});

test('ends once the database has closed its connections', async () => {
  const database = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(database, 'listening');
  const pool = openTo(database);
  const connecting = pool.connect();
  const [socket] = (await once(database, 'connection')) as [Socket];
  await said(socket);
  socket.write(Buffer.concat([authenticated, ready]));
  (await connecting).release();

  let hasEnded = false;
  const ended = pool.end().then(() => {
    hasEnded = true;
  });
  expect((await said(socket))[0]).toBe(farewell);
  expect(hasEnded).toBe(false);
  socket.end();
  await ended;
  database.close();
});
