import { hostname } from 'node:os';
import {
  type EmbeddedCommand,
  type EmbeddedReport,
  embeddedCommandSchema,
  type HeldFolder,
} from '#shared/embedded.ts';
import { recoverRestore } from './backup/restore.ts';
import { configFromEnvironment, type ServerConfig } from './config.ts';
import { StartFailure } from './failure.ts';
import { type RunningServer, startReadOnlyServer, startServer } from './start.ts';
import { FolderHeld, isFolderFree } from './storage/folder-lock.ts';

/** What a utility process has of its parent. This file knows nothing else of the desktop app. */
type ParentPort = {
  on: (event: 'message', listener: (event: { data: unknown }) => void) => void;
  postMessage: (message: EmbeddedReport) => void;
};

const findParent = (): ParentPort => {
  const { parentPort } = process as NodeJS.Process & { parentPort?: ParentPort };
  if (!parentPort) throw new Error('This server is started by the desktop app. Use npm run serve instead');
  return parentPort;
};

// As in cli.ts: what this writes is for this person alone.
process.umask(0o077);

/** How often a folder that another server holds is looked at. */
const lookEvery = 2000;

const parent = findParent();
let server: RunningServer | undefined;
let reading: Awaited<ReturnType<typeof startReadOnlyServer>> | undefined;
let held: HeldFolder | undefined;
let watch: NodeJS.Timeout | undefined;

const describeHeld = ({ holder }: FolderHeld): HeldFolder => {
  const isHere = holder?.computer === hostname();
  return {
    since: holder?.since ?? null,
    computer: holder && !isHere ? holder.computer : null,
    canRead: isHere,
  };
};

const fail = (error: unknown, { dataDir }: ServerConfig): void => {
  const isExplained = error instanceof StartFailure;
  if (!isExplained) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  parent.postMessage({
    type: 'failed',
    message: isExplained ? error.message : 'The server cannot start',
    path: isExplained ? error.path : dataDir,
  });
};

const openReadOnly = async (config: ServerConfig): Promise<void> => {
  if (!held?.canRead || reading) return;
  try {
    reading = await startReadOnlyServer(config);
    parent.postMessage({ type: 'readOnly', url: reading.url, held });
  } catch (error) {
    fail(error, config);
  }
};

/** Starts the server, with the sessions that began while the data could only be read. */
const openFully = async (config: ServerConfig): Promise<void> => {
  const sessions = await reading?.sessions();
  const wasReading = reading !== undefined;
  await reading?.stop();
  reading = undefined;
  try {
    await recoverRestore(config.dataDir);
    server = await startServer({ ...config, sessions });
    clearInterval(watch);
    parent.postMessage({ type: 'ready', url: server.url });
  } catch (error) {
    if (!(error instanceof FolderHeld)) {
      fail(error, config);
      return;
    }
    held = describeHeld(error);
    watchFolder(config);
    if (wasReading && held.canRead) await openReadOnly(config);
    else parent.postMessage({ type: 'held', path: config.dataDir, held });
  }
};

let last: Promise<unknown> = Promise.resolve();

/** One after the other: the folder is opened in one way at a time. */
const inTurn = (work: () => Promise<void>): void => {
  last = last.then(work);
};

/** Starts the server when the folder is free. Seen free once, its server may only be starting again. */
const watchFolder = (config: ServerConfig): void => {
  clearInterval(watch);
  let wasFree = false;
  watch = setInterval(() => {
    const isFree = isFolderFree(config.dataDir);
    if (isFree && wasFree) {
      clearInterval(watch);
      inTurn(() => openFully(config));
    }
    wasFree = isFree;
  }, lookEvery);
};

const retry = async (config: ServerConfig): Promise<void> => {
  if (server === undefined && isFolderFree(config.dataDir)) await openFully(config);
};

const stop = async () => {
  clearInterval(watch);
  await server?.stop();
  await reading?.stop();
  process.exit(0);
};

const configOf = ({ dataDir, appKey, sampleDir }: Extract<EmbeddedCommand, { type: 'start' }>) => ({
  ...configFromEnvironment(process.env),
  // Whatever the machine's environment says: backups are of the folder.
  databaseUrl: undefined,
  host: '127.0.0.1',
  port: 0,
  dataDir,
  appKey,
  sampleDir,
});

const works = { start: openFully, openReadOnly, retry, stop };

let config: ServerConfig | undefined;

parent.on('message', ({ data }) => {
  const command = embeddedCommandSchema.parse(data);
  if (command.type === 'start') config = configOf(command);
  const current = config;
  if (current) inTurn(() => works[command.type](current));
  // Nothing was begun.
  else process.exit(0);
});
