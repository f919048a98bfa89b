import type { Locator, Page } from 'playwright';

/** Runs in the page. Defines functions that resolve with the time after the next frame is painted. */
const install = () => {
  const painted = () =>
    new Promise<number>((done) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now());
        port2.postMessage(null);
      }),
    );
  // A grid renders the visible rows only, and tells the number of all.
  const countRows = () =>
    Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') ?? 0) ||
    document.querySelectorAll('tbody tr').length;
  const rowsPainted = async (count: number): Promise<number> => {
    for (;;) {
      const time = await painted();
      const isRendered = document.querySelectorAll('tbody tr, [role=grid] [role=row]').length > 5;
      if (isRendered && countRows() >= count) return time;
    }
  };
  Object.assign(window, { painted, rowsPainted });
};

declare global {
  var painted: () => Promise<number>;
  var rowsPainted: (count: number) => Promise<number>;
  var times: Promise<number>[];
}

/** `open` shows the product in the page that is open, as a click does. */
export const timeOpening = async (
  page: Page,
  { open, count }: { open: () => Promise<unknown>; count: number },
): Promise<number> => {
  await page.evaluate(install);
  const started = await page.evaluate(() => performance.now());
  await open();
  return (await page.evaluate((rows) => rowsPainted(rows), count)) - started;
};

export const timeRows = async (page: Page, { button, count }: { button: Locator; count: number }): Promise<number> => {
  await page.evaluate(install);
  await page.evaluate((rows) => {
    times = [];
    const listen = ({ timeStamp }: Event) => times.push(rowsPainted(rows).then((time) => time - timeStamp));
    addEventListener('click', listen, { capture: true, once: true });
  }, count);
  await button.click();
  const [time = Number.NaN] = await page.evaluate(() => Promise.all(times));
  return time;
};

export const typed = 'abcdefghijklmnopqrstuvwxyz'.repeat(4);

/** Replaces the focused text by typing and returns the milliseconds from each key to its frame. */
export const timeKeys = async (page: Page): Promise<number[]> => {
  await page.keyboard.press('Control+A');
  await page.evaluate(install);
  await page.evaluate(() => {
    times = [];
    const listen = ({ timeStamp }: Event) => times.push(painted().then((time) => time - timeStamp));
    addEventListener('keydown', listen, { capture: true });
  });
  await page.keyboard.type(typed, { delay: 20 });
  return page.evaluate(() => Promise.all(times));
};

export const timeSaving = async (page: Page): Promise<number> => {
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
  const started = performance.now();
  await page.getByRole('button', { name: 'Save' }).click();
  await (await answered).finished();
  return performance.now() - started;
};

/** The page's JavaScript heap in MB after a garbage collection. */
export const memoryOf = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1024 / 1024;
};

/** Runs in the page, and leaves it without its app. Resolves with the milliseconds until the HTML is painted. */
export const showHtml = async (html: string) => {
  const nextFrame = () => new Promise(requestAnimationFrame);
  document.body.innerHTML = '';
  await nextFrame();
  await nextFrame();
  const started = performance.now();
  document.body.innerHTML = html;
  await nextFrame();
  const { port1, port2 } = new MessageChannel();
  await new Promise((done) => {
    port1.onmessage = done;
    port2.postMessage(null);
  });
  return performance.now() - started;
};
