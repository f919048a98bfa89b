import { type EmbeddedCommand, type EmbeddedReport, embeddedCommandSchema } from '#shared/embedded.ts';
import { recoverRestore } from './backup/restore.ts';
import { configFromEnvironment } from './config.ts';
import { StartFailure } from './failure.ts';
import { type RunningServer, startServer } from './start.ts';

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

const parent = findParent();
let server: RunningServer | undefined;

const start = async ({ dataDir, appKey, sampleDir }: Extract<EmbeddedCommand, { type: 'start' }>) => {
  try {
    await recoverRestore(dataDir);
    server = await startServer({
      ...configFromEnvironment(process.env),
      host: '127.0.0.1',
      port: 0,
      dataDir,
      appKey,
      sampleDir,
    });
    parent.postMessage({ type: 'ready', url: server.url });
  } catch (error) {
    const isExplained = error instanceof StartFailure;
    if (!isExplained) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    parent.postMessage({
      type: 'failed',
      message: isExplained ? error.message : 'The server cannot start',
      path: isExplained ? error.path : dataDir,
    });
  }
};

const stop = async () => {
  await server?.stop();
  process.exit(0);
};

parent.on('message', ({ data }) => {
  const command = embeddedCommandSchema.parse(data);
  void (command.type === 'start' ? start(command) : stop());
});
