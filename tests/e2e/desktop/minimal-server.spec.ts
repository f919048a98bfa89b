import type { Locator, Page } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { texts } from '../../../src/shared/texts.ts';
import { type RouteName, routes } from '../../support/routes.ts';
import type { App } from '../support/app.ts';
import { expectDraftSaved } from '../support/drafts.ts';
import { FaultProxy } from '../support/fault-proxy.ts';
import { pdf, png, putFile, videoPath } from '../support/files.ts';
import { choose, save } from '../support/forms.ts';
import { confirmDelete, factOf, rowOf } from '../support/locators.ts';
import { addOneOfEach } from '../support/minimal-records.ts';
import { MinimalServer } from '../support/minimal-server.ts';
import { fillRoute, prefixOf } from '../support/records.ts';
import { test as base, expect } from '../support/test.ts';
import { addAttribute, cellOf, columns, openTool, typeInto } from '../support/variants.ts';

const test = base.extend<{ minimal: MinimalServer }>({
  minimal: async ({}, use) => {
    const minimal = await MinimalServer.start();
    await use(minimal);
    await minimal.stop();
    expect(minimal.violations, 'sent or called beyond the specification').toEqual([]);
  },
  faults: async ({ minimal }, use) => {
    const proxy = await FaultProxy.start(minimal.url);
    await use(proxy);
    await proxy.stop();
  },
});

const red = png([194, 38, 46]);
const asDataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;

const probes = /Failed to load resource.*\/v1\/(meta|setup)/;

/** Alerts that are not failures: the login toast and the notice about sample chats. */
const harmless = new RegExp(`${texts.login.success}|Sample data`);

const titleOf = (minimal: MinimalServer, id = ''): string => {
  const { name, title, email, profile } = minimal.find(id) ?? { _id: '' };
  return String(name ?? title ?? email ?? profile ?? '');
};

/** Help chats are samples and have no form. */
const isForm = (name: string) => /Add|Edit|Form$/.test(name) && !name.startsWith('help');

const shows = (page: Page, text: string): Promise<boolean> =>
  page.getByRole('main').evaluate((main, wanted) => {
    const inputs = [...main.querySelectorAll<HTMLInputElement>('input, textarea')];
    return main.textContent.includes(wanted) || inputs.some(({ value }) => value === wanted);
  }, text);

const appName = 'Catalogue Back Office';

// The same screen under two addresses of the specification.
const aliases: readonly RouteName[] = ['productAdd'];

test('every screen works and has its own title with a server that only follows the specification', async ({
  app,
  page,
  minimal,
}) => {
  test.slow();
  app.watch.allow(probes);
  const ids = addOneOfEach(minimal);
  const main = page.getByRole('main');
  const complaints = page.getByRole('alert').filter({ hasText: /\S/, hasNotText: harmless });
  const extras = page
    .getByRole('button', { name: /^(Export|History)/ })
    .or(page.getByRole('link', { name: /^History/ }))
    .or(page.getByRole('checkbox', { name: 'Select all rows on this page' }));
  const namesByTitle = new Map<string, RouteName>();
  // Start elsewhere: `navigateTo` waits until the heading changes.
  await app.navigateTo(routes.attributeList);
  for (const name of Object.keys(routes) as RouteName[]) {
    const address = fillRoute(name, routes[name], ids);
    await test.step(name, async () => {
      await app.navigateTo(address);
      expect(app.route()).toBe(address);
      // Forms for new records are empty, help pages show a sample, and the banner list shows no text.
      const title = /Add$|AddEdit$|Import$|Form$|^help|^bannerList/.test(name)
        ? ''
        : titleOf(minimal, ids[prefixOf(name)]);
      await expect.poll(() => shows(page, title), `${name} shows ${title}`).toBe(true);
      if (isForm(name)) await expect(main.getByRole('button', { name: /^Save/ }).first()).toBeEnabled();
      else await expect(main.getByRole('heading', { level: 1 })).not.toHaveText(texts.shell.errorTitle);
      await expect(complaints).toHaveCount(0);
      await expect(extras).toHaveCount(0);
      await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
    });
    if (aliases.includes(name)) continue;
    const title = await page.title();
    expect(namesByTitle.get(title), `${name} is titled ${title}`).toBeUndefined();
    namesByTitle.set(title, name);
  }
  const titles = new Map([...namesByTitle].map(([title, name]) => [name, title]));
  expect(titles.get('productView')).toBe(`Gel pen – Product – ${appName}`);
  expect(titles.get('categoryEdit')).toBe(`Pens – Edit Category – ${appName}`);
  expect(titles.get('attributeValueList')).toBe(`Size – Attribute Values – ${appName}`);
  expect(titles.get('bannerEdit')).toBe(`Sale – Edit Banner – ${appName}`);
});

type Files = { image: string; pdf: string; video: string };

const fileFor = (label: string, files: Files): string => {
  if (/pdf/i.test(label)) return files.pdf;
  return /video|review/i.test(label) ? files.video : files.image;
};

const fillForm = async (app: App, form: Locator, files: Files): Promise<void> => {
  const { page } = app;
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
  for (const choice of await form.getByRole('combobox').all()) {
    await choice.click();
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.keyboard.press('Escape');
  }
  const drops = form.getByRole('button', { name: /^Choose / });
  for (let left = await drops.count(); left > 0; left -= 1) {
    const path = fileFor(String(await drops.first().textContent()), files);
    await app.host.chooseFiles(page, [path], () => drops.first().click());
    await expect(drops).toHaveCount(left - 1);
  }
  for (const input of await form.getByRole('textbox').all()) {
    const isDay = (await input.getAttribute('placeholder')) === 'DD MMM YYYY';
    await input.fill(isDay ? '05 Mar 2031' : '5');
  }
};

const isAdding = (name: string) => isForm(name) && /(Add|Form)$/.test(name) && !name.startsWith('product');

/** One edit for each kind of endpoint: the other resources send the same fields. */
const ownEdits = new Set(['userEdit', 'faqEdit', 'aboutEdit', 'termsEdit', 'lifeEdit']);

test('no form sends a field outside the specification', async ({ app, page, minimal, folder }) => {
  test.slow();
  app.watch.allow(probes);
  const ids = addOneOfEach(minimal);
  const files = {
    image: await putFile(folder, 'red.png', red),
    pdf: await putFile(folder, 'pens.pdf', pdf(['Pens'])),
    video: videoPath,
  };
  const saveIn = async (form: Locator, name: string) => {
    const before = minimal.written.length;
    await form.getByRole('button', { name: /^Save/ }).click();
    await expect.poll(() => minimal.written.length, name).toBe(before + 1);
    await expect(form).toBeHidden();
  };
  for (const [name, path] of Object.entries(routes)) {
    if (!isAdding(name) && !ownEdits.has(name)) continue;
    await test.step(name, async () => {
      await app.navigateTo(fillRoute(name, path, ids));
      const form = page.getByRole('form');
      if (isAdding(name)) await fillForm(app, form, files);
      await saveIn(form, name);
    });
  }
  for (const list of ['countryList', 'regionList', 'stateList', 'cityList', 'locationList'] as const) {
    await test.step(list, async () => {
      await app.navigateTo(routes[list]);
      const form = page.getByRole('dialog');
      await page.getByRole('button', { name: /^Add (?!filter)/ }).click();
      await fillForm(app, form, files);
      await saveIn(form, list);
    });
  }
  await page.getByRole('button', { name: 'Edit Fort Kochi' }).click();
  await saveIn(page.getByRole('dialog'), 'a location that is edited');
});

test('a product is sent in the format of the specification', async ({ app, page, minimal, folder }) => {
  app.watch.allow(probes);
  const ids = addOneOfEach(minimal);
  const path = await putFile(folder, 'red.png', red);
  await app.navigateTo(routes.productAdd);
  await expect(page.getByRole('textbox', { name: 'SKU', exact: true })).toBeVisible();
  for (const unsent of ['Price', 'Material Type', 'Best seller']) {
    await expect(page.getByLabel(unsent, { exact: true }), unsent).toHaveCount(0);
  }
  await page.getByRole('textbox', { name: 'Product Name', exact: true }).fill('Notebook');
  await addAttribute(page, 'Size');
  await page.getByRole('checkbox', { name: 'A5', exact: true }).check();
  await typeInto(page, 'A5', columns.sku, 'NOTE-A5');
  await openTool(page, 'images', 'Of all variants…');
  await app.chooseFiles('Choose images', path);
  await page.getByRole('dialog').getByRole('button', { name: 'Add images' }).click();
  await save(page);
  await expect
    .poll(() => minimal.written.at(-1))
    .toMatchObject({
      request: 'POST /v1/product/',
      body: {
        name: 'Notebook',
        attributeArr: [{ name: 'A5', sku: 'NOTE-A5', price: 0, imagesArr: [{ image: asDataUrl(red), order: 0 }] }],
      },
    });
  await app.expectRoute(routes.productList);

  await app.navigateTo(generatePath(routes.productEdit, { id: ids.product ?? '' }));
  await expect(cellOf(page, 'A5', columns.sku)).toHaveText('GEL-1');
  const before = minimal.find(ids.product ?? '');
  await save(page);
  await expect
    .poll(() => minimal.written.at(-1))
    .toMatchObject({
      request: `PATCH /v1/product/updateById/${ids.product}`,
      body: { id: ids.product, attributeArr: before?.attributeArr },
    });
});

test('products name references that the server returns by id only', async ({ app, page, minimal }) => {
  app.watch.allow(probes);
  const ids = addOneOfEach(minimal);
  await app.navigateTo(routes.productList);
  await expect(rowOf(page, 'Gel pen')).toContainText('Pens');
  await app.navigateTo(generatePath(routes.productView, { id: ids.product ?? '' }));
  await expect(factOf(page, 'Category')).toHaveText('Pens');
  await expect(factOf(page, 'Sub Category')).toHaveText('Gel pens');
});

test('products are filtered by a sub category with the id of a category', async ({ app, page, minimal }) => {
  app.watch.allow(probes);
  minimal.hasSerialIds = true;
  const { category: categoryId, subCategory: subCategoryId } = addOneOfEach(minimal);
  expect(subCategoryId).toBe(categoryId);
  minimal.add('product', { name: 'Nib', categoryId, subCategoryId: null, status: 'ACTIVE' });
  await app.navigateTo(routes.productList);
  await page.getByRole('button', { name: 'Advance Filter' }).click();
  const filter = page.getByRole('combobox', { name: 'Category' });
  await choose(filter, 'Pens › Gel pens');
  await expect(rowOf(page, 'Nib')).toHaveCount(0);
  await expect(rowOf(page, 'Gel pen')).toBeVisible();
  await expect(filter).toHaveValue('Pens › Gel pens');
  await choose(filter, 'Pens');
  await expect(rowOf(page, 'Nib')).toBeVisible();
  await expect(filter).toHaveValue('Pens');
});

test('a list is neither sorted nor offers it', async ({ app, page, minimal }) => {
  app.watch.allow(probes);
  addOneOfEach(minimal);
  await app.navigateTo(`${routes.countryList}?sort=-name`);
  await expect(rowOf(page, 'India')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Country Name' })).toHaveCount(0);
});

test('a draft of a record without a version is merged', async ({ app, page, minimal }) => {
  app.watch.allow(probes);
  const { _id: id } = minimal.add('country', { name: 'India', status: 'ACTIVE' });
  const name = page.getByRole('textbox', { name: 'Country Name' });
  await app.navigateTo(routes.countryList);
  await page.getByRole('button', { name: 'Edit India' }).click();
  await name.fill('Bharat');
  await page.getByRole('dialog').getByRole('button', { name: texts.form.cancel }).click();
  await expectDraftSaved(page, 'Bharat');
  Object.assign(minimal.find(id) ?? {}, { name: 'Nepal' });
  await app.navigateTo(routes.regionList);
  await app.navigateTo(routes.countryList);
  await page.getByRole('button', { name: 'Edit Nepal' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  const difference = page.getByRole('dialog').getByRole('group', { name: 'Country Name' });
  await expect(difference).toContainText('Nepal');
  await expect(difference).toContainText('Bharat');
});

test('responses without a message are handled', async ({ app, page, minimal, folder }) => {
  app.watch.allow(probes);
  addOneOfEach(minimal);
  minimal.message = '';
  await app.navigateTo(routes.faqAdd);
  await page.getByRole('textbox', { name: 'Question' }).fill('Why?');
  await page.getByRole('button', { name: texts.faq.saveNew }).click();
  await expect(rowOf(page, 'Why?')).toBeVisible();
  await page.getByRole('switch', { name: 'Status of Why?' }).click();
  await expect.poll(() => minimal.written.at(-1)?.body).toMatchObject({ status: 'INACTIVE' });
  await page.getByRole('button', { name: 'Delete Why?' }).click();
  await confirmDelete(page);
  await expect(rowOf(page, 'Why?')).toHaveCount(0);

  minimal.importAnswer = { success: false, message: 'Row 2 has no name' };
  const path = await putFile(folder, 'pens.csv', 'name\nGel pen');
  await app.navigateTo(routes.productImport);
  await app.chooseFiles('Choose Spreadsheet', path);
  await expect(page.getByText('pens.csv')).toBeVisible();
  await save(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Row 2 has no name' })).toBeVisible();
  minimal.importAnswer = { success: true };
  await save(page);
  await expect(page.getByRole('main').getByText('pens.csv was imported.')).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: texts.shell.badge }).click();
  await expect(page.getByRole('menuitem', { name: 'Trash' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: texts.logout.label }).click();
  const question = page.getByRole('dialog').filter({ hasText: texts.logout.confirm });
  await question.getByRole('button', { name: texts.logout.label }).click();
  await app.expectSignedOut();
});
