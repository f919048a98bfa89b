import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { LocalFile } from '../../../src/shared/ipc.ts';
import { maxUploadBytes } from '../../../src/shared/uploads.ts';
import type { App } from '../support/app.ts';
import { png, putFile, putLongFile } from '../support/files.ts';
import { expect, test } from '../support/test.ts';
import { electronOf } from './support.ts';

const allowedGrowth = 150 * 1024 * 1024;

const pick = async (app: App, path: string): Promise<LocalFile | string> => {
  let picked: LocalFile | string = '';
  await app.host.chooseFiles(app.page, [path], async () => {
    const [result] = await app.page.evaluate(() =>
      backoffice.pickFiles({ kind: 'image', isMultiple: false }),
    );
    if (result) picked = 'file' in result ? result.file : result.problem;
  });
  return picked;
};

const save = (app: App, id: string) =>
  app.page.evaluate(
    (fileId) =>
      backoffice.send({
        requestId: 'upload',
        method: 'POST',
        path: '/v1/category/',
        body: { name: 'Pens', image: { $localFile: fileId } },
      }),
    id,
  );

const watchMemory = async (app: App) => {
  const watch = await electronOf(app).evaluateHandle(() => {
    const start = process.memoryUsage.rss();
    const state = { growth: 0 };
    setInterval(() => {
      state.growth = Math.max(state.growth, process.memoryUsage.rss() - start);
    }, 5);
    return state;
  });
  return () => watch.evaluate(({ growth }) => growth);
};

test('50 MB arrive as they are, while main stays small', async ({ app, api, folder }) => {
  test.setTimeout(120_000);
  const path = await putLongFile(folder, 'large.png', png([1, 2, 3]), maxUploadBytes);
  const file = await pick(app, path);
  if (typeof file === 'string') throw new Error(file);
  expect(file).toMatchObject({ name: 'large.png', size: maxUploadBytes, type: 'image/png' });
  expect(JSON.stringify(file)).not.toContain(folder);

  const growth = await watchMemory(app);
  expect(await save(app, file.id)).toMatchObject({ outcome: 'answered', status: 200 });
  expect(await growth()).toBeLessThanOrEqual(allowedGrowth);

  const [stored] = await api.list('category');
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(hash(await api.download(String(stored?.image)))).toBe(hash(await readFile(path)));
});

test('what cannot be used is refused in words before anything is sent', async ({ app, faults, folder }) => {
  const before = faults.seen.length;
  expect(
    await pick(app, await putLongFile(folder, 'large.png', png([1, 2, 3]), maxUploadBytes + 1)),
  ).toContain('50 MB');
  expect(await pick(app, await putFile(folder, 'page.png', '<html></html>'))).toContain(
    'not what its name says',
  );
  expect(
    await pick(app, await putFile(folder, 'picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')),
  ).toContain('Allowed are');
  const path = await putFile(folder, 'pens.png', png([1, 2, 3]));
  const file = await pick(app, path);
  if (typeof file === 'string') throw new Error(file);
  await putFile(folder, 'pens.png', png([3, 2, 1], 32));
  expect(await save(app, file.id)).toEqual({
    outcome: 'failed',
    message: 'pens.png was changed, moved or deleted after you chose it. Choose it again',
    isFileGone: true,
  });
  expect(faults.seen.slice(before).filter((line) => line.startsWith('POST'))).toEqual([]);
});

test('a picked picture can be seen before it is sent, also in parts', async ({ app, folder }) => {
  const picture = png([1, 2, 3]);
  const file = await pick(app, await putFile(folder, 'pens.png', picture));
  if (typeof file === 'string') throw new Error(file);
  const seen = await app.page.evaluate(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const part = await fetch(url, { headers: { range: 'bytes=1-3' } });
    return { width: image.naturalWidth, status: part.status, text: await part.text() };
  }, file.previewUrl);
  expect(seen).toEqual({ width: 64, status: 206, text: 'PNG' });
});

test('a picture that has no path, such as a pasted one, is taken as well and sent', async ({ app, api }) => {
  const picture = png([9, 8, 7]);
  const taken = await app.page.evaluate(
    async (bytes) => {
      const file = new File([new Uint8Array(bytes)], 'pasted.png', { type: 'image/png' });
      return {
        dropped: await backoffice.addDroppedFile({ kind: 'image', file }),
        pasted: await backoffice.addFileBytes({
          kind: 'image',
          name: file.name,
          bytes: new Uint8Array(bytes),
        }),
      };
    },
    [...picture],
  );
  expect(taken.dropped).toBeNull();
  if ('problem' in taken.pasted) throw new Error(taken.pasted.problem);
  expect(await save(app, taken.pasted.file.id)).toMatchObject({ outcome: 'answered', status: 200 });
  const [stored] = await api.list('category');
  expect(await api.download(String(stored?.image))).toEqual(picture);
});
