import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { inRoot, root } from '../../../scripts/lib/paths.ts';
import type { ServerConfig } from '../../../src/server/lib/config.ts';
import type { Command, Reply } from './server-process.ts';

const script = inRoot('tests/e2e/support/server-process.ts');

/**
 * A process that runs one built server at a time, and the next one when that has ended: so the code of the server is
 * loaded once for all tests of a worker, while each test has a server and data of its own.
 */
export class ServerHost {
  #child: ChildProcess | null = null;

  async start(config: ServerConfig): Promise<string> {
    this.#child ??= fork(script, { cwd: root, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    return (await this.#ask({ type: 'start', config })).url ?? '';
  }

  /** Stops the server as a signal to its process does. */
  async stop(): Promise<void> {
    if (this.#child) await this.#ask({ type: 'stop' });
  }

  /** Ends the process, and the server in it, as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async #ask(command: Command): Promise<Reply> {
    const child = this.#child;
    if (!child) throw new Error('The process of the server does not run.');
    const waiting = new AbortController();
    const { signal } = waiting;
    const ended = once(child, 'exit', { signal }).then(() => [{ error: 'The process of the server ended.' }]);
    child.send(command);
    const [reply] = (await Promise.race([once(child, 'message', { signal }), ended])) as [Reply];
    waiting.abort();
    // The wait that was called off.
    await ended.catch(() => undefined);
    if (reply.error) throw new Error(reply.error);
    return reply;
  }
}
