import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { admin } from '../database-templates.ts';
import { startRoundRobin } from '../pair/round-robin.ts';
import { startCluster } from '../postgres-cluster.ts';
import { makeFilesUrl, s3Credentials, s3Endpoint } from '../s3.ts';
import { adminEnv } from '../spawn-server.ts';
import { startTcpProxy } from '../tcp-proxy.ts';
import { makeTempDir } from '../temp-dir.ts';
import { sendTo, signIn } from '../test-server.ts';
import { checkEverything } from './checks.ts';
import { causeFaults } from './faults.ts';
import { runLoad } from './load.ts';
import { startServerGroup } from './server-group.ts';

const serverCount = 3;
/** Milliseconds without faults at the end, so that the last writes succeed. */
const calmEnd = 3000;
/** Milliseconds between two faults. */
const pauses = { short: { from: 1500, to: 3000 }, long: { from: 2000, to: 12_000 } };

const createEmptyDatabase = async (clusterUrl: string): Promise<string> => {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query('create database soak');
  await client.end();
  const url = new URL(clusterUrl);
  url.pathname = '/soak';
  return url.href;
};

/** Reads the running imports, which marks those of killed servers as interrupted once their leases have ended. */
const untilJobsEnded = async (send: ReturnType<typeof sendTo>, jobIds: string[]) => {
  for (const id of jobIds) {
    for (;;) {
      const { status, body } = await send('GET', `/v1/jobs/${id}`);
      const { state } = (body.data ?? {}) as { state?: string };
      if (status === 404 || (status === 200 && !['waiting', 'running'].includes(String(state)))) break;
      await setTimeout(500);
    }
  }
};

/** Runs three servers under load for a while, in which they, their database and their object storage fail. */
export const runSoak = async ({ seconds, seed }: { seconds: number; seed: number }) => {
  const cluster = await startCluster({ isDurable: true });
  const bucket = await startTcpProxy(s3Endpoint);
  const databaseUrl = await createEmptyDatabase(cluster.url);
  const backupDir = makeTempDir('soak-backups');
  const servers = startServerGroup({
    count: serverCount,
    args: [
      ...['--database-url', databaseUrl, '--files-url', makeFilesUrl({ endpoint: bucket.url })],
      // Every server looks for the backup of the last midnight when it starts.
      ...['--backup-at', '00:00', '--backup-to', backupDir, '--backup-keep', '2'],
    ],
    env: { ...adminEnv, ...s3Credentials, BACKOFFICE_LOG_LEVEL: 'silent' },
  });
  const proxy = await startRoundRobin(servers.urls);
  try {
    await servers.untilReady();
    let token: string | null = null;
    const send = sendTo(
      () => proxy.url,
      () => token,
    );
    token = await signIn(send, admin);
    const end = Date.now() + seconds * 1000 - calmEnd;
    let isOver = false;
    const loading = runLoad({ url: proxy.url, token, isOver: () => isOver });
    const faults = await causeFaults({
      seed,
      servers,
      serverCount,
      cluster,
      bucket,
      isOver: () => Date.now() > end,
      pause: seconds < 60 ? pauses.short : pauses.long,
    });
    await servers.untilReady();
    await setTimeout(calmEnd);
    isOver = true;
    const load = await loading;
    const { ledger, counts, unexpected } = load;
    await untilJobsEnded(
      send,
      [...ledger.imports.values()].flatMap(({ jobId }) => jobId ?? []),
    );
    const checks = await checkEverything({ databaseUrl, url: proxy.url, ledger });
    return {
      seed,
      seconds,
      ...counts,
      faults,
      serverStarts: servers.starts(),
      ...checks,
      backups: readdirSync(backupDir).filter((name) => existsSync(join(backupDir, name, 'manifest.json'))).length,
      unexpected,
      crashes: servers.crashes(),
    };
  } finally {
    await servers.stop();
    await proxy.stop();
    await bucket.stop();
    await cluster.stop();
    rmSync(backupDir, { recursive: true, force: true });
  }
};
