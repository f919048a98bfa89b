import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { adminEnvironment } from '../../e2e/support/test-server.ts';
import type { CleanDebian } from './clean-debian.ts';

const unitPath = '/usr/lib/systemd/system/catalogue-back-office-server.service';
const settings = '/etc/catalogue-back-office/server.env';

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
};

/** The installed server, started with its unit's command, because no systemd runs here. */
export class InstalledServer {
  readonly #debian: CleanDebian;
  #process: ChildProcess | null = null;
  #log = '';
  url = '';

  constructor(debian: CleanDebian) {
    this.#debian = debian;
  }

  get log(): string {
    return this.#log;
  }

  async configure(): Promise<void> {
    const port = await freePort();
    const lines = Object.entries({ ...adminEnvironment, BACKOFFICE_PORT: String(port) });
    appendFileSync(this.#debian.path(settings), lines.map(([name, value]) => `${name}=${value}\n`).join(''));
    this.url = `http://127.0.0.1:${port}`;
  }

  #read(name: string): string {
    const unit = readFileSync(this.#debian.path(unitPath), 'utf8');
    const value = new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];
    if (value === undefined) throw new Error(`The unit says nothing of ${name}`);
    return value;
  }

  async start(): Promise<void> {
    const user = this.#read('User');
    const [command = '', ...args] = this.#debian.command([
      ...['setpriv', `--reuid=${user}`, `--regid=${this.#read('Group')}`, '--clear-groups', '--no-new-privs', '--'],
      ...this.#read('ExecStart').split(' '),
    ]);
    const child = spawn(command, args, { env: this.#debian.environment() });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        this.#log += chunk.toString();
      });
    }
    this.#process = child;
    await this.#debian.run(this.#read('ExecStartPost').split(' ')).catch((error: unknown) => {
      throw new Error(`The server didn't start:\n${this.#log}`, { cause: error });
    });
  }

  /** Sends SIGTERM to all of its processes, like systemd. */
  async stop(): Promise<number | null> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    this.#process = null;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await ended;
    return code;
  }
}
