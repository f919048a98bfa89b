import { globSync, readFileSync } from 'node:fs';
import { inRoot } from './paths.ts';

/**
 * Tests of the process, the memory, the folders, the command line or the network of one server, or that start all of their
 * servers themselves.
 */
const ofOneServer = [
  'additive-migrations',
  'backups',
  'crashes',
  'data-check',
  'database-outage',
  'exports-large',
  'files-copy',
  'full-disk',
  'fuzz',
  'http',
  'image-downloads',
  'image-uploads',
  'interrupted-restore',
  'large-requests',
  'live',
  'malicious-uploads',
  'metrics',
  'migrations',
  'network-access',
  'paths',
  'postgres-tls',
  'read-only-data',
  'renditions',
  'reset-password-command',
  'restore',
  'rolling-upgrade',
  's3-files',
  'schedules',
  'seed',
  'server-keys',
  'several-servers',
  'shutdown',
  'soak',
  'startup',
  'supervisor',
  'tls',
  'traces',
  'web',
].map((name) => `tests/contract/${name}.test.ts`);

const all = globSync('tests/contract/**/*.test.ts', { cwd: inRoot() }).map((file) => file.replaceAll('\\', '/'));
const pairFiles = all.filter((file) => !ofOneServer.includes(file));

/** Ids never go backwards, so a test that moves the clock would put the ids of two servers out of order for later tests. */
export const pairFilesWithClock = pairFiles.filter((file) =>
  /useFakeClock|useFakeTimers/.test(readFileSync(inRoot(file), 'utf8')),
);
export const pairFilesWithoutClock = pairFiles.filter((file) => !pairFilesWithClock.includes(file));

/** Tests of state that two servers share, for `npm test`: uploads, sessions, limits, idempotency, imports, undo and history. */
export const shortPairFiles = [
  'audit',
  'history',
  'history-undo',
  'idempotency',
  'import-jobs',
  'login-limits',
  'my-account',
  'uploads',
].map((name) => `tests/contract/${name}.test.ts`);
