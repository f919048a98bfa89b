import { appendFile, mkdir, rename, rm, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileResult, type LocalFile, uploadHeader } from '../../../src/shared/ipc.ts';
import { maxUploadBytes } from '../../../src/shared/uploads.ts';
import { routes } from '../../support/routes.ts';
import type { App } from '../support/app.ts';
import { png, putFile, putLongFile } from '../support/files.ts';
import { save } from '../support/forms.ts';
import { dropFiles } from '../support/host.ts';
import { rejectionErrors, rowOf } from '../support/locators.ts';
import { expect, test } from '../support/test.ts';

const pick = async (app: App, path: string): Promise<LocalFile | string> => {
  let picking: Promise<FileResult[]> = Promise.resolve([]);
  await app.host.chooseFiles(app.page, [path], async () => {
    picking = app.page.evaluate(() => backoffice.pickFiles({ kind: 'image', isMultiple: false }));
  });
  const [result] = await picking;
  if (!result) throw new Error('Nothing was picked.');
  return 'file' in result ? result.file : result.error;
};

const send = (app: App, id: string) =>
  app.page.evaluate(
    async ([fileId, header]) => {
      const headers = { 'content-type': 'application/json', [header]: 'upload' };
      const body = JSON.stringify({ name: 'Pens', image: { $localFile: fileId } });
      const response = await fetch('/v1/category/', { method: 'POST', headers, body });
      return { status: response.status, body: await response.json() };
    },
    [id, uploadHeader] as const,
  );

test('picked and pasted files are checked, previewed and uploaded', async ({ app, api, faults, folder }) => {
  await test.step('an image without a path is uploaded', async () => {
    const picture = png([9, 8, 7]);
    const taken = await app.page.evaluate(
      async (bytes) => {
        const file = new File([new Uint8Array(bytes)], 'pasted.png', { type: 'image/png' });
        return {
          dropped: await backoffice.addDroppedFile({ kind: 'image', file }),
          pasted: await backoffice.addPastedFile({
            kind: 'image',
            name: file.name,
            bytes: new Uint8Array(bytes),
          }),
        };
      },
      [...picture],
    );
    expect(taken.dropped).toBeNull();
    if ('error' in taken.pasted) throw new Error(taken.pasted.error);
    expect(await send(app, taken.pasted.file.id)).toMatchObject({ status: 200 });
    const [stored] = await api.list('category');
    expect(await api.download(String(stored?.image))).toEqual(picture);
  });

  await test.step('unusable files are rejected before anything is sent', async () => {
    const before = faults.seen.length;
    expect(await pick(app, await putLongFile(folder, 'large.png', png([1, 2, 3]), maxUploadBytes + 1))).toContain(
      '50 MB',
    );
    expect(await pick(app, await putFile(folder, 'page.png', '<html></html>'))).toBe(
      'page.png is a web page, not an image',
    );
    expect(
      await pick(app, await putFile(folder, 'picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')),
    ).toContain('SVG images aren’t supported. Export it as JPEG or PNG.');
    expect(await pick(app, await putFile(folder, 'empty.png', ''))).toBe('empty.png is empty');
    await mkdir(join(folder, 'a folder.png'));
    expect(await pick(app, join(folder, 'a folder.png'))).toBe('a folder.png is a folder. Choose a file.');
    expect(faults.seen.slice(before).filter((line) => line.startsWith('POST'))).toEqual([]);
  });

  await test.step('a picked image is previewed, also in ranges', async () => {
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

  await test.step('files keep any name, also through a link', async () => {
    const names = [
      'Füller für Ärzte.png',
      '🖊️ pens.png',
      'two  spaces and more.png',
      "100% #1 & (a) 'b'.png",
      'a@@data:image.png',
      `${'long'.repeat(60)}.png`,
    ];
    const real = join(folder, 'real');
    await mkdir(real);
    await symlink(real, join(folder, 'linked'));
    for (const name of names) {
      await putFile(real, name, png([1, 2, 3]));
      const file = await pick(app, join(folder, 'linked', name));
      if (typeof file === 'string') throw new Error(file);
      expect(await send(app, file.id), name).toMatchObject({ status: 200, body: { success: true } });
      expect(String(faults.written.at(-1)?.body.image), name).toContain(`${name}@@data:image/png;base64,`);
      const seen = await app.page.evaluate(async (url) => (await fetch(url)).status, file.previewUrl);
      expect(seen, name).toBe(200);
    }
  });
});

test('a file that changed since it was picked is not sent', async ({ app, page, api, folder }) => {
  app.watch.allow(rejectionErrors);
  const path = await putFile(folder, 'pens.png', png([1, 2, 3]));
  const other = await putFile(folder, 'other.png', png([3, 2, 1]));
  const field = (does: string) => page.getByRole('button', { name: `${does} Category Image` });
  const changes: [string, () => Promise<unknown>][] = [
    ['shorter', () => truncate(path, 100)],
    ['longer', () => appendFile(path, 'more')],
    ['another one', () => rename(other, path)],
    ['gone', () => rm(path)],
  ];
  await app.goto(routes.categoryAdd);
  await page.getByRole('textbox', { name: 'Category Name' }).fill('Pens');
  await app.host.chooseFiles(page, [path], () => field('Choose').click());
  for (const [what, change] of changes) {
    await expect(field('Replace'), what).toBeEnabled();
    await change();
    await save(page);
    await expect(field('Replace'), what).toHaveAccessibleDescription(
      'pens.png was changed, moved or deleted. Choose it again.',
    );
    await expect(field('Replace'), what).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Category Name' })).toHaveValue('Pens');
    await putFile(folder, 'pens.png', png([1, 2, 3]));
    await app.host.chooseFiles(page, [path], () => field('Replace').click());
    await expect(field('Replace'), what).not.toHaveAccessibleDescription(/changed/);
  }
  await save(page);
  await expect(rowOf(page, 'Pens')).toBeVisible();
  const [stored] = await api.list('category');
  expect(await api.download(String(stored?.image))).toEqual(png([1, 2, 3]));
});

test('a field accepts only a single dropped file', async ({ app, page, folder }) => {
  const inside = join(folder, 'many.png');
  await mkdir(inside);
  const paths = [await putFile(inside, 'one.png', png([1, 2, 3])), await putFile(inside, 'two.png', png([3, 2, 1]))];
  await app.goto(routes.categoryAdd);
  const choose = page.getByRole('button', { name: 'Choose Category Image' });
  await dropFiles(choose, [inside]);
  await expect(choose).toHaveAccessibleDescription('many.png is a folder. Choose a file.');
  await dropFiles(choose, paths);
  await expect(choose).toHaveAccessibleDescription('Drop one file at a time');
  await dropFiles(choose, paths.slice(1));
  await expect(page.getByText('two.png')).toBeVisible();
});

test('only a file that the user gave to the page is added with its path', async ({ app, page, folder }) => {
  const path = await putFile(folder, 'pens.png', png([1, 2, 3]));
  // Its events don't reach the window, unlike those of a drop or a dialog.
  const input = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }));
  await input.setInputFiles(path);
  const add = () =>
    input.evaluate(async ({ files }) => {
      const [file] = files ?? [];
      return file ? backoffice.addDroppedFile({ kind: 'image', file }) : 'no file';
    });
  expect(await add()).toBeNull();
  await app.goto(routes.categoryAdd);
  await dropFiles(page.getByRole('button', { name: 'Choose Category Image' }), [path]);
  await expect(page.getByText('pens.png')).toBeVisible();
  expect(await add()).toMatchObject({ file: { name: 'pens.png' } });
});
