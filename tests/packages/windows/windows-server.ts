import { join } from 'node:path';
import {
  appKeyHeader,
  type BackupCommand,
  type BackupMessage,
  type EmbeddedCommand,
  type EmbeddedMessage,
} from '../../../src/shared/embedded.ts';
import { Api } from '../../e2e/support/api.ts';
import { admin } from '../../e2e/support/test-server.ts';
import type { WindowsApp } from './windows-app.ts';
import { startWindowsProcess } from './windows-process.ts';
import { asWindowsPath, type Wine } from './wine.ts';

const appKey = 'the app of this test';

const adminEnvironment = { BACKOFFICE_ADMIN_EMAIL: admin.email, BACKOFFICE_ADMIN_PASSWORD: admin.password };

type Installation = { wine: Wine; app: WindowsApp };

export type WindowsServer = {
  api: Api;
  kill: () => Promise<void>;
  stop: () => Promise<unknown>;
};

const open = async ({ wine, app }: Installation, dataDir: string, output?: number) => {
  const server = await startWindowsProcess<EmbeddedCommand, EmbeddedMessage>({
    wine,
    app,
    script: 'embedded.js',
    env: adminEnvironment,
    output,
  });
  const sampleDir = asWindowsPath(join(app.files, 'resources/sample'));
  server.send({ type: 'start', dataDir, appKey, sampleDir });
  return { server, first: await server.report(() => true) };
};

export const reportOf = async (installation: Installation, dataDir: string): Promise<EmbeddedMessage> => {
  const { server, first } = await open(installation, dataDir);
  await server.kill();
  return first;
};

export const startWindowsServer = async (
  installation: Installation,
  dataDir: string,
  output?: number,
): Promise<WindowsServer> => {
  const { server, first } = await open(installation, dataDir, output);
  if (first.type !== 'ready') throw new Error(`The server did not start: ${JSON.stringify(first)}`);
  return {
    api: new Api(() => first.url, admin, { [appKeyHeader]: appKey }),
    kill: server.kill,
    stop: () => {
      server.send({ type: 'stop' });
      return server.ended;
    },
  };
};

export const runBackup = async ({ wine, app }: Installation, command: BackupCommand): Promise<BackupMessage> => {
  const backup = await startWindowsProcess<BackupCommand, BackupMessage>({ wine, app, script: 'backup.js' });
  backup.send(command);
  const report = await backup.report(({ type }) => type !== 'progress');
  await backup.kill();
  return report;
};
