import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { inRoot, root } from '../../../scripts/lib/paths.ts';
import type { ServerConfig } from '../../../src/server/lib/config.ts';
import type { Command, Reply } from './server-process.ts';

const script = inRoot('tests/e2e/support/server-process.ts');

/**
 * A process that runs built servers one after the other. A worker loads the server's code only once, while each
 * test still has its own server and data.
 */
export class ServerRunner {
  #child: ChildProcess | null = null;

  async start(config: ServerConfig): Promise<string> {
    this.#child ??= fork(script, { cwd: root, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    return (await this.#ask({ type: 'start', config })).url ?? '';
  }

  async stop(): Promise<void> {
    if (this.#child) await this.#ask({ type: 'stop' });
  }

  /** Kills the process and its server, like a power cut. */
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
    // Aborting makes the pending wait reject.
    await ended.catch(() => undefined);
    if (reply.error) throw new Error(reply.error);
    return reply;
  }
}
