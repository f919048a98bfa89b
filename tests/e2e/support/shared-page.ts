import type { Browser, BrowserContext, Page } from '@playwright/test';

/** The local storage of an origin. */
export type StoredState = { name: string; value: string }[];

/** A page without content at the app's own origin, which the proxy in front of the server answers itself. */
export const blankPath = '/blank';

/** Those of the app's pages that decide about the process of a page. */
export const blankHeaders = {
  'content-type': 'text/html',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
};

const viewport = { width: 1280, height: 800 };

/** Options of a new page. */
const media = {
  colorScheme: null,
  contrast: null,
  forcedColors: null,
  media: null,
  reducedMotion: 'reduce',
} as const;

/** Makes the storage of the page's origin that of a browser in which only this is stored. */
const resetStorage = async (state: StoredState) => {
  localStorage.clear();
  for (const { name, value } of state) localStorage.setItem(name, value);
  for (const key of await caches.keys()) await caches.delete(key);
  const deleteDatabase = (name: string) =>
    new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = resolve;
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await indexedDB.databases()) if (name) await deleteDatabase(name);
};

/**
 * The page of a worker's tests, which run one after the other. It stays at one origin, so that its process keeps the
 * compiled scripts: opening the app takes about 60% of the time of a new page.
 */
export class SharedPage {
  readonly #browser: Browser;
  #context: BrowserContext | null = null;
  #page: Page | null = null;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Opens the page as a new tab: in a new browser if there is a state, else with everything that is stored. */
  async open(origin: string, state?: StoredState): Promise<Page> {
    const page = await this.#enter(origin);
    await page.evaluate(() => sessionStorage.clear());
    if (!state) return page;
    const context = page.context();
    await context.clearCookies();
    await context.clearPermissions();
    await context.setOffline(false);
    await page.emulateMedia(media);
    await page.setViewportSize(viewport);
    await page.evaluate(resetStorage, state);
    return page;
  }

  /** Leaves the app, which no longer sends requests then. A page that can't be used again is closed. */
  async leave(origin: string): Promise<void> {
    const page = this.#page;
    if (!page) return;
    try {
      await Promise.all(
        page
          .context()
          .pages()
          .map((other) => other !== page && other.close()),
      );
      await page.unrouteAll();
      await page.goto(origin + blankPath);
      // A clock stays installed in its context.
      const hasOwnClock = await page.evaluate(() => String(Date).includes('[native code]'));
      if (!hasOwnClock) await this.close();
    } catch {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = null;
    this.#page = null;
  }

  async #enter(origin: string): Promise<Page> {
    this.#context ??= await this.#browser.newContext({ viewport, reducedMotion: 'reduce' });
    this.#page ??= await this.#context.newPage();
    if (!this.#page.url().startsWith(`${origin}/`)) await this.#page.goto(origin + blankPath);
    return this.#page;
  }
}
