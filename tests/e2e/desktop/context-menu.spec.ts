import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { routes } from '../../support/routes.ts';
import type { App } from '../support/app.ts';
import { asField, pdf, png } from '../support/files.ts';
import { expectImageLoaded, expectToast, rowOf } from '../support/locators.ts';
import { expect, test } from '../support/test.ts';
import { electronOf } from './support.ts';

const picture = png([194, 38, 46]);

const watchMenus = async (app: App) => {
  const shown = await electronOf(app).evaluateHandle(({ Menu }) => {
    const state: { menu: Electron.Menu | null } = { menu: null };
    Menu.prototype.popup = function popup(this: Electron.Menu) {
      state.menu = this;
    };
    return state;
  });
  return {
    entries: () =>
      shown.evaluate(({ menu }) =>
        (menu?.items ?? []).flatMap(({ type, label, enabled }) =>
          type === 'separator' ? [] : enabled ? label : `(${label})`,
        ),
      ),
    choose: (wanted: string) =>
      shown.evaluate(({ menu }, label) => menu?.items.find((item) => item.label === label)?.click(), wanted),
    forget: () =>
      shown.evaluate((state) => {
        state.menu = null;
      }),
  };
};

test('the context menu depends on what is clicked', async ({ app, page, api, folder }) => {
  const electron = electronOf(app);
  const id = await api.create('category', { name: 'Pens', image: asField('pens.png', picture) });
  const menus = await watchMenus(app);
  const copied = () => electron.evaluate(({ clipboard }) => clipboard.readText());

  await app.goto(routes.categoryList);
  const image = rowOf(page, 'Pens').getByRole('img').first();
  // An image that has not loaded yet cannot be copied.
  await expectImageLoaded(image);
  await image.click({ button: 'right' });
  await expect.poll(menus.entries).toEqual(['Copy image', 'Save image as…']);
  const saved = join(folder, 'saved.png');
  expect(await app.host.saveFile(page, saved, () => menus.choose('Save image as…'))).toBe('pens.png');
  await expectToast(page, `Saved as ${saved}`);
  expect(await readFile(saved)).toEqual(picture);

  await app.host.setSavePath(join(folder, 'nowhere', 'saved.png'));
  await menus.choose('Save image as…');
  await expectToast(page, 'The folder no longer exists');

  await menus.forget();
  await page.getByRole('link', { name: 'Edit Pens' }).click({ button: 'right' });
  await expect.poll(menus.entries).toEqual(['Open in new window', 'Copy link']);
  await menus.choose('Copy link');
  const path = routes.categoryEdit.replace(':id', id);
  await expect.poll(copied).toContain(`backoffice:/${path}`);
  const opened = electron.waitForEvent('window');
  await menus.choose('Open in new window');
  const second = await opened;
  await expect(second.getByRole('textbox', { name: 'Category Name' })).toHaveValue('Pens');
  await second.close();

  await app.load(path);
  const field = page.getByRole('textbox', { name: 'Category Description' });
  await field.fill('');
  await field.pressSequentially('mispelled ');
  await expect
    .poll(async () => {
      await field.click({ button: 'right', position: { x: 30, y: 20 } });
      return menus.entries();
    })
    .toEqual(
      expect.arrayContaining([
        ...['misspelled', 'Add to dictionary', 'Cut', 'Copy', 'Paste', 'Paste without formatting', 'Select all'],
      ]),
    );
  await menus.choose('misspelled');
  await expect(field).toHaveValue('misspelled ');
});

const watchDrags = (app: App) =>
  electronOf(app).evaluateHandle(({ BrowserWindow }) => {
    const dragged: string[] = [];
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      webContents.startDrag = ({ file }) => void dragged.push(file);
    }
    return dragged;
  });

test('stored files can be dragged out', async ({ app, page, api, faults }) => {
  const twoPages = pdf(['Notebooks', 'Pens']);
  await api.create('category', { name: 'Pens', image: asField('pens.png', picture) });
  await api.create('catalogue', { name: 'Spring: 2031/32', pdf: asField('spring.pdf', twoPages) });
  const dragged = await watchDrags(app);

  await app.goto(routes.categoryList);
  const image = rowOf(page, 'Pens').getByRole('img').first();
  await expectImageLoaded(image);
  const asked = faults.seen.length;
  const release = faults.delay({ path: /^\/uploads\// });
  await image.dispatchEvent('dragstart');
  await expect.poll(() => faults.seen.length).toBeGreaterThan(asked);
  await image.dispatchEvent('pointerup');
  release();
  await image.dispatchEvent('dragstart');
  await expect.poll(async () => (await dragged.jsonValue()).length).toBe(1);

  await app.load(routes.catalogueList);
  await page.getByRole('button', { name: 'Open Spring: 2031/32' }).dispatchEvent('dragstart');
  await expect.poll(async () => (await dragged.jsonValue()).length).toBe(2);
  const [first = '', second = ''] = await dragged.jsonValue();
  expect(await readFile(first)).toEqual(picture);
  expect([basename(first), basename(second)]).toEqual(['pens.png', 'spring.pdf']);
  expect(await readFile(second)).toEqual(twoPages);
});
