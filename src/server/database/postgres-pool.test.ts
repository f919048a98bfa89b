import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { openPool } from './postgres-pool.ts';

// Message format of the protocol: type, length, content.
const authenticated = Buffer.from([...Buffer.from('R'), 0, 0, 0, 8, 0, 0, 0, 0]);
const ready = Buffer.from([...Buffer.from('Z'), 0, 0, 0, 5, ...Buffer.from('I')]);
const farewell = 'X'.charCodeAt(0);

const said = async (socket: Socket): Promise<Buffer> => (await once(socket, 'data'))[0];

test('ends once the database has closed its connections', async () => {
  const database = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(database, 'listening');
  const { port } = database.address() as AddressInfo;
  const pool = openPool({
    connectionString: `postgres://user@127.0.0.1:${port}/any`,
    onConnectionError: (error) => {
      throw error;
    },
  });
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
