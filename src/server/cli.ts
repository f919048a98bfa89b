import { StartupError } from './lib/app-error.ts';
import { toServerConfig } from './lib/config.ts';
import { serverOptions } from './lib/options.ts';
import {
  endProcess,
  ignoreOutputErrors,
  killProcess,
  onSignals,
  stopAfterUncaughtError,
  stopLimit,
} from './lib/process-end.ts';
import { fail, readOptions } from './lib/read-options.ts';
import { startServer } from './start.ts';

// Only the user who runs the server may read its data, files and keys, regardless of the folder's permissions.
process.umask(0o077);
ignoreOutputErrors();

const config = readOptions(
  {
    usage: 'npm run serve --',
    about: 'Starts the API server. To serve the web app too, use npm run web.',
    shared: serverOptions,
  },
  (options) => {
    // The zone of this process and of those that it starts.
    if (options['time-zone'] !== undefined) process.env.TZ = options['time-zone'];
    return toServerConfig(options);
  },
);

try {
  const server = await startServer(config);
  process.stdout.write(`${JSON.stringify({ url: server.url, metricsUrl: server.metricsUrl })}\n`);
  if (server.setupCode !== undefined) {
    process.stderr.write(`To create the first admin account, enter the setup code ${server.setupCode}\n`);
  }
  const limit = (config.shutdownDelay ?? 0) * 1000 + stopLimit;
  const stop = () => void endProcess(server.stop, { code: 0, limit });
  onSignals({ stop, kill: killProcess });
  stopAfterUncaughtError(server.stop);
  process.send?.(limit);
  // The supervisor stops this server, or has been killed, so that no signal to it would.
  if (process.connected === false) stop();
  process.on('disconnect', stop);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  fail(`${error.path}: ${error.message}`);
}
