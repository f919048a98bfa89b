import type { Page } from '@playwright/test';

/** How every token (a JWT) begins: the base64 of `{"`, then the payload, which begins the same. */
export const token = /eyJ[\w-]{10,}\.eyJ[\w-]{10,}/;

/** Keeps what a page complains about, what it asks from elsewhere, and where a token shows. */
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
      this.findToken('an address of the page', [request.url()]);
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
    const lines = printed.split('\n');
    for (const line of lines) if (line.includes('Unhandled')) this.#note(line);
    this.findToken('the log', lines);
  }

  /** Takes in where a token stands that should stand nowhere: addresses and lines, which others keep. */
  findToken(where: string, texts: readonly string[]): void {
    if (texts.some((text) => token.test(text))) this.#note(`a token is in ${where}`);
  }

  /** What was not allowed. */
  unexpected(): string[] {
    return this.complaints.filter((complaint) => !this.#allowed.some((pattern) => pattern.test(complaint)));
  }

  #note(complaint: string): void {
    this.complaints.push(complaint);
  }
}
