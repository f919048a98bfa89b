import { randomBytes } from 'node:crypto';
import { type UtilityProcess, utilityProcess } from 'electron';
import { appKeyHeader, type EmbeddedCommand, type EmbeddedMessage, embeddedMessageSchema } from '#shared/embedded.ts';
import { log, pipeToLog } from '../log.ts';
import { type ApiServer, createStatus } from './api-server.ts';
import { ServerUnreachableError, type UpstreamTarget } from './upstream.ts';

const firstDelay = 250;
const maxDelay = 8000;
/** Milliseconds of uptime after which an exit no longer counts as quick. */
const stableAfter = 60_000;
const maxQuickExits = 4;
const stopTimeout = 10_000;
/** Milliseconds that a request waits for a starting server. */
const startTimeout = 20_000;

const lockedMessage = 'This data is open in another copy of Catalogue Back Office';

type Options = {
  entry: string;
  dataDir: string;
  sampleDir: string;
};

/** The embedded server: a utility process that is restarted when it exits unexpectedly. */
export class ServerProcess implements ApiServer {
  readonly id = 'embedded';
  readonly name = 'This computer';
  readonly url = null;
  readonly status = createStatus({ state: 'starting' });
  readonly #options: Options;
  #child: UtilityProcess | undefined;
  #target: UpstreamTarget | undefined;
  #readyAt = 0;
  #quickExits = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(options: Options) {
    this.#options = options;
    this.#start();
  }

  async target(): Promise<UpstreamTarget> {
    if (!this.#target && this.status.get().state === 'starting') await this.#waitForStart();
    if (this.#target) return this.#target;
    throw new ServerUnreachableError(this.status.get().message ?? 'The server is still starting');
  }

  retry(): void {
    if (this.#child) this.#send(this.#child, { type: 'retry' });
    if (this.#child || this.#isStopping) return;
    clearTimeout(this.#timer);
    this.#quickExits = 0;
    this.status.set({ state: 'starting' });
    this.#start();
  }

  stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child) return Promise.resolve();
    return new Promise((resolve) => {
      const limit = setTimeout(() => child.kill(), stopTimeout);
      child.once('exit', () => {
        clearTimeout(limit);
        resolve();
      });
      this.#send(child, { type: 'stop' });
    });
  }

  #start(): void {
    const { entry, dataDir, sampleDir } = this.#options;
    const appKey = randomBytes(32).toString('base64url');
    const child = utilityProcess.fork(entry, [], { serviceName: 'Catalogue server', stdio: 'pipe' });
    this.#child = child;
    pipeToLog(child.stdout, { name: 'server', defaultLevel: 'info', write: log });
    pipeToLog(child.stderr, { name: 'server', defaultLevel: 'warn', write: log });
    child.once('spawn', () => this.#send(child, { type: 'start', dataDir, appKey, sampleDir }));
    child.on('message', (message: unknown) => {
      const parsed = embeddedMessageSchema.safeParse(message);
      if (parsed.success && child === this.#child) this.#onMessage(parsed.data, appKey);
    });
    child.once('exit', (code) => {
      if (child === this.#child) this.#onExit(code);
    });
  }

  #send(child: UtilityProcess, command: EmbeddedCommand): void {
    child.postMessage(command);
  }

  #onMessage(message: EmbeddedMessage, appKey: string): void {
    if (message.type === 'failed') {
      this.#fail(message.message, message.path);
      return;
    }
    if (message.type === 'locked') {
      log.warn('Another server has locked the data folder');
      this.#target = undefined;
      const { path, lock } = message;
      this.status.set({ state: 'locked', message: lockedMessage, path, lock });
      return;
    }
    this.#readyAt = Date.now();
    this.#target = { url: new URL(message.url), headers: { [appKeyHeader]: appKey } };
    this.status.set({ state: 'running' });
  }

  #onExit(code: number): void {
    this.#child = undefined;
    this.#target = undefined;
    if (this.#isStopping) return;
    log.warn(`The server ended with code ${code}`);
    const wasStable = this.#readyAt > 0 && Date.now() - this.#readyAt > stableAfter;
    this.#quickExits = wasStable ? 1 : this.#quickExits + 1;
    this.#readyAt = 0;
    if (this.#quickExits >= maxQuickExits) {
      this.#fail('The server keeps stopping', this.#options.dataDir);
      return;
    }
    const message = 'The server stopped and is restarting';
    this.status.set({ state: 'restarting', message });
    this.#timer = setTimeout(() => this.#start(), Math.min(firstDelay * 2 ** (this.#quickExits - 1), maxDelay));
  }

  #fail(message: string, path: string): void {
    log.error(`The server can't start. ${path}: ${message}`);
    this.#child?.kill();
    this.#child = undefined;
    this.status.set({ state: 'failed', message, path });
  }

  #waitForStart(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(limit);
        stopListening();
        resolve();
      };
      const limit = setTimeout(end, startTimeout);
      const stopListening = this.status.on(end);
    });
  }
}
