import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import type { RunningServer } from '../../../scripts/lib/server.ts';
import { startServer } from '../../../scripts/lib/server.ts';

export const admin = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  password: 'correct horse battery',
} as const;

/** The environment that creates the first administrator. */
export const adminEnvironment = {
  BACKOFFICE_ADMIN_EMAIL: admin.email,
  BACKOFFICE_ADMIN_PASSWORD: admin.password,
};

/** The real, built server with a data folder of its own; it can die and come back. */
export class TestServer {
  readonly #dataDir: string;
  readonly #env: NodeJS.ProcessEnv;
  #running: RunningServer | null = null;

  constructor({ dataDir, env = {} }: { dataDir: string; env?: NodeJS.ProcessEnv }) {
    this.#dataDir = dataDir;
    this.#env = { ...env, BACKOFFICE_LOG_LEVEL: 'error' };
  }

  /** A server that begins with a copy of the data that another one left when it stopped. */
  static async copyOf(preparedDir: string, dataDir: string): Promise<TestServer> {
    await cp(preparedDir, dataDir, { recursive: true });
    return new TestServer({ dataDir });
  }

  async start(): Promise<string> {
    this.#running = await startServer({
      args: ['--web', '--port', '0', '--data', this.#dataDir],
      env: this.#env,
    });
    return this.#running.url;
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#running?.process;
    this.#running = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
