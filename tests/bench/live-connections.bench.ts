import { readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { admin } from '../support/database-templates.ts';
import { adminEnv, readServerUrl, spawnServer } from '../support/spawn-server.ts';
import { makeTempDir } from '../support/temp-dir.ts';

/**
 * Measures the memory of a server with 500 open streams of live updates, before and after each of them has received
 * the change of a record.
 */
const count = 500;
/** Milliseconds in which the server's memory settles. */
const settleTime = 5000;

const dataDir = makeTempDir('live-connections');
const command = spawnServer(['--data', dataDir, '--port', '0'], {
  ...adminEnv,
  BACKOFFICE_LOG_LEVEL: 'silent',
});

const readMemory = (): number => {
  const status = readFileSync(`/proc/${command.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
};

const openStream = (url: string, token: string) => {
  const received = { text: '' };
  const opened = Promise.withResolvers<void>();
  request(
    `${url}/v1/live`,
    { agent: false, headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` } },
    (response) =>
      response.on('data', (chunk) => {
        received.text += chunk;
        if (received.text.includes('event: ready')) opened.resolve();
      }),
  )
    .on('error', opened.reject)
    .end();
  return opened.promise.then(() => received);
};

try {
  const url = await readServerUrl(command);
  const post = async (path: string, body: object, token = '') => {
    const response = await fetch(`${url}/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { token: string };
  };
  const { token } = await post('/user/login', { email: admin.email, password: admin.password });
  // Warms up the code that all streams share.
  await openStream(url, token);
  await wait(settleTime);
  const before = readMemory();
  const streams = await Promise.all(Array.from({ length: count }, () => openStream(url, token)));
  await wait(settleTime);
  const open = readMemory();
  const begun = performance.now();
  await post('/country/', { name: 'India' }, token);
  while (!streams.every(({ text }) => text.includes('event: changes'))) await wait(5);
  const duration = performance.now() - begun;
  await wait(settleTime);
  const after = readMemory();
  console.log(`${count} streams: ${(open - before).toFixed(1)} MB, after a change ${(after - before).toFixed(1)} MB`);
  console.log(`all have the change ${Math.round(duration)} ms after its request began`);
} finally {
  command.child.kill();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
