import { randomUUID } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

// A minimal HTTP server that writes each request body to the disk as it is, and returns the same list each time.
const [folder = '', listFile = ''] = process.argv.slice(2);
const list = await readFile(listFile);

const server = createServer(async (request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.method === 'GET') {
    response.end(list);
    return;
  }
  const file = await open(join(folder, randomUUID()), 'wx');
  for await (const chunk of request) await file.write(chunk as Buffer);
  await file.sync();
  await file.close();
  response.end('{"success":true}');
});
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })),
);
