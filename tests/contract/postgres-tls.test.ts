import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { certificates, testCa } from '../../src/main/server/certificates.testing.ts';
import { startServer } from '../../src/server/start.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { makeDataDir, testConfig } from '../support/test-server.ts';

let cluster: Cluster;
let dataDir: string;
beforeAll(async () => {
  cluster = await startCluster({ certificate: certificates.good });
  dataDir = makeDataDir();
  writeFileSync(join(dataDir, 'right.pem'), testCa);
  writeFileSync(join(dataDir, 'other.pem'), certificates.selfSigned.cert);
});
afterAll(async () => {
  await cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const addressOf = (query: Record<string, string>, host = '127.0.0.1'): string => {
  const url = new URL(cluster.url);
  url.hostname = host;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
};
const authority = (name: string) => ({ sslrootcert: join(dataDir, name) });
const start = (databaseUrl: string) => startServer(testConfig({ dataDir, databaseUrl }));

it('connects with TLS to a database whose certificate is right', async () => {
  const server = await start(addressOf({ sslmode: 'verify-full', ...authority('right.pem') }));
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  const { rows } = await client.query(
    `select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid)
     where application_name = 'catalogue-back-office'`,
  );
  await client.end();
  await server.stop();
  expect(rows).toEqual([{ ssl: true }]);
});

it.each([
  ['another host name', () => addressOf(authority('right.pem'), '0.0.0.0'), 'for another host name'],
  ['another authority', () => addressOf({ sslmode: 'verify-full', ...authority('other.pem') }), "isn't trusted"],
  ['an unknown authority', () => addressOf({ sslmode: 'verify-full' }), 'Name its authority with sslrootcert'],
])('doesn’t start if the certificate is of %s', async (_what, databaseUrl, message) => {
  await expect(start(databaseUrl())).rejects.toThrow(message);
});
