import { cp } from 'node:fs/promises';
import { inRoot } from '../../../scripts/lib/paths.ts';
import type { ServerConfig } from '../../../src/server/lib/config.ts';
import type { ServerRunner } from './server-runner.ts';

export const admin = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  password: 'correct horse battery',
} as const;

export const firstAdmin = { email: admin.email, password: admin.password, hasSample: false };

export const adminEnvironment = {
  BACKOFFICE_ADMIN_EMAIL: admin.email,
  BACKOFFICE_ADMIN_PASSWORD: admin.password,
};

type Options = {
  host: ServerRunner;
  dataDir: string;
  /** Created only if the database has no admin yet. */
  firstAdmin?: ServerConfig['firstAdmin'];
};

/** The real, built server with its own data folder. Tests can kill and restart it. */
export class TestServer {
  readonly #host: ServerRunner;
  readonly #config: ServerConfig;

  constructor({ host, dataDir, firstAdmin }: Options) {
    this.#host = host;
    this.#config = {
      host: '127.0.0.1',
      port: 0,
      dataDir,
      firstAdmin,
      logLevel: 'error',
      sampleDir: inRoot('resources/sample'),
      webDir: inRoot('out/renderer'),
    };
  }

  static async copyOf(preparedDir: string, options: Options): Promise<TestServer> {
    await cp(preparedDir, options.dataDir, { recursive: true });
    return new TestServer(options);
  }

  start(): Promise<string> {
    return this.#host.start(this.#config);
  }

  kill(): Promise<void> {
    return this.#host.kill();
  }

  stop(): Promise<void> {
    return this.#host.stop();
  }
}
