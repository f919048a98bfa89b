import { readFile } from 'node:fs/promises';
import { asField, videoPath } from '../support/files.ts';
import { rejectionErrors } from '../support/locators.ts';
import { expect, test } from '../support/test.ts';
import { electronOf } from './support.ts';

test('a page reaches only the API, and leaves no connection open', async ({ app, page, faults, api }) => {
  app.watch.allow(rejectionErrors);
  await test.step('aborted requests leave no connection open', async () => {
    const electron = electronOf(app);
    const countSockets = () =>
      electron.evaluate(() => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length);
    // The connection for live updates stays open.
    await expect.poll(() => faults.seen).toContainEqual(expect.stringContaining('/v1/live'));
    const before = await countSockets();
    const release = faults.delay({ path: /given-up/ });
    const outcomes = page.evaluate(async () => {
      const controller = new AbortController();
      const asked = Array.from({ length: 100 }, (_, index) =>
        fetch(`/v1/country/?given-up=${index}`, { signal: controller.signal }).then(() => 'answered', String),
      );
      Reflect.set(window, 'giveUp', () => controller.abort());
      return Promise.all(asked);
    });
    await expect.poll(() => faults.seen.filter((line) => line.includes('given-up')).length).toBeGreaterThan(0);
    await expect.poll(countSockets).toBeGreaterThan(before);
    await page.evaluate(() => Reflect.get(window, 'giveUp')());
    expect((await outcomes).filter((outcome) => !outcome.includes('AbortError'))).toEqual([]);
    await expect.poll(countSockets).toBeLessThanOrEqual(before);
    release();
  });

  await test.step('a stored file is served in ranges with its own type', async () => {
    const video = await readFile(videoPath);
    const id = await api.create('video', { name: 'Ink', videoUrl: asField('ink.mp4', video) });
    const { videoUrl } = await api.get('video', id);
    const part = await page.evaluate(async (path) => {
      const response = await fetch(path, { headers: { range: 'bytes=4-7' } });
      return {
        status: response.status,
        text: await response.text(),
        headers: Object.fromEntries(response.headers),
      };
    }, `/uploads/${videoUrl}`);
    expect(part).toMatchObject({
      status: 206,
      text: 'ftyp',
      headers: {
        'content-range': `bytes 4-7/${video.byteLength}`,
        'content-type': 'video/mp4',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
      },
    });
  });

  await test.step('a page can neither forge headers nor leave the API', async () => {
    const responses = await page.evaluate(async () => {
      const ask = async (path: string, headers: Record<string, string> = {}) => (await fetch(path, { headers })).status;
      return {
        forged: await ask('/v1/country/', { authorization: 'Bearer forged', 'x-backoffice-key': 'forged' }),
        up: await ask('/v1/..%2f..%2fsecret'),
        upTwice: await ask('/uploads/%2e%2e%2f%2e%2e%2fbackoffice.db'),
        backslash: await ask('/v1/..%5csecret'),
        zero: await ask('/v1/a%00'),
        cached: (await fetch('/v1/country/')).headers.get('cache-control'),
      };
    });
    expect(responses).toEqual({
      forged: 200,
      up: 400,
      upTwice: 400,
      backslash: 400,
      zero: 400,
      cached: 'no-store',
    });
    const foreign = await electronOf(app).evaluate(({ session }) =>
      Promise.all(
        ['app://evil/v1/country/', 'app://backoffice.evil.example/v1/country/', 'app://evil/'].map((url) =>
          session.defaultSession.fetch(url).then(
            ({ status }) => status,
            () => 'refused',
          ),
        ),
      ),
    );
    expect(foreign.filter((result) => result !== 404 && result !== 'refused')).toEqual([]);
  });
});
