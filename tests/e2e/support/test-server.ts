import { cp } from 'node:fs/promises';
import { inRoot } from '../../../scripts/lib/paths.ts';
import type { ServerConfig } from '../../../src/server/lib/config.ts';
import type { ServerHost } from './server-host.ts';

export const admin = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  password: 'correct horse battery',
} as const;

/** As a server is told of it when it starts. */
export const firstAdmin = { email: admin.email, password: admin.password, hasSample: false };

/** The environment that creates the first administrator. */
export const adminEnvironment = {
  BACKOFFICE_ADMIN_EMAIL: admin.email,
  BACKOFFICE_ADMIN_PASSWORD: admin.password,
};

type Options = {
  host: ServerHost;
  dataDir: string;
  /** Created where there is none yet. */
  firstAdmin?: ServerConfig['firstAdmin'];
};

/** The real, built server with a data folder of its own; it can die and come back. */
export class TestServer {
  readonly #host: ServerHost;
  readonly #config: ServerConfig;

  constructor({ host, dataDir, firstAdmin }: Options) {
    this.#host = host;
    this.#config = {
      ...{ host: '127.0.0.1', port: 0, dataDir, firstAdmin, logLevel: 'error' },
      sampleDir: inRoot('resources/sample'),
      webDir: inRoot('out/renderer'),
    };
  }

  /** A server that begins with a copy of the data that another one left when it stopped. */
  static async copyOf(preparedDir: string, options: Options): Promise<TestServer> {
    await cp(preparedDir, options.dataDir, { recursive: true });
    return new TestServer(options);
  }

  start(): Promise<string> {
    return this.#host.start(this.#config);
  }

  /** Ends it as a power cut would. */
  kill(): Promise<void> {
    return this.#host.kill();
  }

  stop(): Promise<void> {
    return this.#host.stop();
  }
}
