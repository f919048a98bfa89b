import type { ConsoleMessage, Dialog, Page, Request } from '@playwright/test';

/** The start of every JWT: header and payload both begin with the base64 of `{"`. */
export const token = /eyJ[\w-]{10,}\.eyJ[\w-]{10,}/;

/** Collects a page's errors, its requests to other hosts, and leaked tokens. */
export class PageMonitor {
  readonly complaints: string[] = [];
  readonly #isOwn: (url: string) => boolean;
  readonly #allowed: RegExp[] = [];
  readonly #detach: (() => void)[] = [];
  #refused: readonly string[] = [];

  constructor(isOwn: (url: string) => boolean) {
    this.#isOwn = isOwn;
  }

  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  /** Expects the console messages about requests that a test had rejected. */
  expectRefusals(paths: readonly string[]): void {
    this.#refused = paths;
  }

  attach(page: Page): void {
    const onConsole = (message: ConsoleMessage) => {
      if (message.type() === 'error') this.#note(`console: ${message.text()} (${message.location().url})`);
    };
    const onError = (error: Error) => this.#note(`uncaught: ${error.stack ?? error.message}`);
    const onRequest = (request: Request) => {
      if (!this.#isOwn(request.url())) this.#note(`outside request: ${request.url()}`);
      this.assertNoToken('an address of the page', [request.url()]);
    };
    const onDialog = async (dialog: Dialog) => {
      // The browser's prompt before leaving a page with unsaved changes; it disappears when its window
      // closes.
      if (dialog.type() === 'beforeunload') return dialog.accept().catch(() => undefined);
      this.#note(`dialog: ${dialog.message()}`);
      await dialog.dismiss();
    };
    page.on('console', onConsole).on('pageerror', onError).on('request', onRequest).on('dialog', onDialog);
    this.#detach.push(() => {
      page.off('console', onConsole).off('pageerror', onError).off('request', onRequest).off('dialog', onDialog);
    });
  }

  /** Stops watching, because another test may use the page next. */
  detach(): void {
    for (const detach of this.#detach.splice(0)) detach();
  }

  read(printed: string): void {
    const lines = printed.split('\n');
    for (const line of lines) if (line.includes('Unhandled')) this.#note(line);
    this.assertNoToken('the log', lines);
  }

  assertNoToken(where: string, texts: readonly string[]): void {
    if (texts.some((text) => token.test(text))) this.#note(`a token is in ${where}`);
  }

  unexpected(): string[] {
    return this.complaints.filter(
      (complaint) => !this.#allowed.some((pattern) => pattern.test(complaint)) && !this.#isOfRefusal(complaint),
    );
  }

  #isOfRefusal(complaint: string): boolean {
    if (complaint.startsWith('console: A request failed')) return this.#refused.length > 0;
    return (
      complaint.startsWith('console: Failed to load resource') &&
      this.#refused.some((path) => complaint.endsWith(`${path})`))
    );
  }

  #note(complaint: string): void {
    this.complaints.push(complaint);
  }
}
