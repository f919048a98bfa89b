import { hostname } from 'node:os';
import PQueue from 'p-queue';
import {
  type EmbeddedCommand,
  type EmbeddedMessage,
  embeddedCommandSchema,
  type FolderLock,
} from '#shared/embedded.ts';
import { FolderLockedError, isFolderUnlocked } from './database/data-folder.ts';
import { StartupError } from './lib/app-error.ts';
import { type ServerConfig, toServerConfig } from './lib/config.ts';
import { serverOptions } from './lib/options.ts';
import { ignoreOutputErrors, stopAfterUncaughtError } from './lib/process-end.ts';
import { parseOptions, variableOf } from './lib/read-options.ts';
import { type RunningServer, startServer } from './start.ts';

/** Electron's `parentPort`, typed here so that the server doesn't depend on Electron. */
type ParentPort = {
  on: (event: 'message', listener: (event: { data: unknown }) => void) => void;
  postMessage: (message: EmbeddedMessage) => void;
};

const findParent = (): ParentPort => {
  const { parentPort } = process as NodeJS.Process & { parentPort?: ParentPort };
  if (!parentPort) throw new Error('This server is started by the desktop app. Use npm run serve instead');
  return parentPort;
};

// As in cli.ts: only this user may read new files.
process.umask(0o077);
ignoreOutputErrors();

/** Milliseconds between two checks of a locked folder. */
const lockPollInterval = 2000;

const parent = findParent();
let server: RunningServer | undefined;
let lockPoll: NodeJS.Timeout | undefined;

stopAfterUncaughtError(async () => server?.stop());

const describeLock = ({ lockOwner }: FolderLockedError): FolderLock => ({
  since: lockOwner?.since ?? null,
  computer: lockOwner && lockOwner.computer !== hostname() ? lockOwner.computer : null,
});

const fail = (error: unknown, { dataDir }: Pick<ServerConfig, 'dataDir'>): void => {
  const isStartupError = error instanceof StartupError;
  if (!isStartupError) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  parent.postMessage({
    type: 'failed',
    message: isStartupError ? error.message : 'The server can’t start',
    path: isStartupError ? error.path : dataDir,
  });
};

const open = async (config: ServerConfig): Promise<void> => {
  try {
    server = await startServer(config);
    clearInterval(lockPoll);
    parent.postMessage({ type: 'ready', url: server.url });
  } catch (error) {
    if (!(error instanceof FolderLockedError)) {
      fail(error, config);
      return;
    }
    watchLock(config);
    parent.postMessage({ type: 'locked', path: config.dataDir, lock: describeLock(error) });
  }
};

/** Commands run one at a time, because each may open the folder. */
const queue = new PQueue({ concurrency: 1 });

/** Starts the server after two checks in a row find the folder free: the other server may only be restarting. */
const watchLock = (config: ServerConfig): void => {
  clearInterval(lockPoll);
  let wasFree = false;
  lockPoll = setInterval(() => {
    const isFree = isFolderUnlocked(config.dataDir);
    if (isFree && wasFree) {
      clearInterval(lockPoll);
      void queue.add(() => open(config));
    }
    wasFree = isFree;
  }, lockPollInterval);
};

const retry = async (config: ServerConfig): Promise<void> => {
  if (server === undefined && isFolderUnlocked(config.dataDir)) await open(config);
};

const stop = async () => {
  clearInterval(lockPoll);
  await server?.stop();
  process.exit(0);
};

/** Options that the embedded server also takes from the environment. Its database and files are those of the app. */
const desktopOptions = [
  ...['admin-email', 'admin-password', 'sample', 'jwt-secret', 'public-url', 'smtp-url', 'mail-from', 'log-level'],
];

const buildConfig = ({ dataDir, appKey, sampleDir }: Extract<EmbeddedCommand, { type: 'start' }>): ServerConfig => {
  const environment = Object.fromEntries(
    desktopOptions.map(variableOf).map((variable) => [variable, process.env[variable]]),
  );
  const config = toServerConfig(parseOptions({ shared: serverOptions }, { args: [], environment }));
  return { ...config, host: '127.0.0.1', port: 0, dataDir, appKey, sampleDir };
};

const commandHandlers = { start: open, retry, stop };

let config: ServerConfig | undefined;

parent.on('message', ({ data }) => {
  const command = embeddedCommandSchema.parse(data);
  if (command.type === 'start') {
    try {
      config = buildConfig(command);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      fail(new StartupError(message, 'the environment variables'), command);
      return;
    }
  }
  const current = config;
  if (current) void queue.add(() => commandHandlers[command.type](current));
  // The server was never started.
  else process.exit(0);
});
