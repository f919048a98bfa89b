import type { Page } from '@playwright/test';

/** Keeps what a page complains about, and what it asks from elsewhere. */
export class Watch {
  readonly complaints: string[] = [];
  readonly #isOwn: (url: string) => boolean;
  readonly #allowed: RegExp[] = [];

  constructor(isOwn: (url: string) => boolean) {
    this.#isOwn = isOwn;
  }

  /** Says that a test brings such a complaint about on purpose. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  attach(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error') this.#note(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => this.#note(`uncaught: ${error.stack ?? error.message}`));
    page.on('request', (request) => {
      if (!this.#isOwn(request.url())) this.#note(`outside request: ${request.url()}`);
    });
    page.on('dialog', async (dialog) => {
      // The browser's own question before a page with unsaved changes is left; a window that closes takes it along.
      if (dialog.type() === 'beforeunload') return dialog.accept().catch(() => undefined);
      this.#note(`dialog: ${dialog.message()}`);
      await dialog.dismiss();
    });
  }

  /** Takes in what nobody caught in the process behind the page, as it printed it. */
  read(printed: string): void {
    for (const line of printed.split('\n')) if (line.includes('Unhandled')) this.#note(line);
  }

  /** What was not allowed. */
  unexpected(): string[] {
    return this.complaints.filter((complaint) => !this.#allowed.some((pattern) => pattern.test(complaint)));
  }

  #note(complaint: string): void {
    this.complaints.push(complaint);
  }
}
