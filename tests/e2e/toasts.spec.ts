import type { Locator } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { extraRoutes } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { save } from './support/forms.ts';
import { expectToast, rowOf } from './support/locators.ts';
import { fillRoute, seedOneOfEach } from './support/records.ts';
import { expect, once, test } from './support/test.ts';
import { createValues, variantsOf } from './support/variants.ts';

const coveredBy = async (toast: Locator): Promise<string[]> => {
  await expect(toast).toBeVisible();
  const found = await toast.evaluate((element) => {
    const controls = [...document.querySelectorAll('button, a, input, select, textarea')].filter(
      (control) => !control.closest('[role="alert"]') && control.checkVisibility(),
    );
    const overlap = (one: DOMRect, other: DOMRect): DOMRect => {
      const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
      const [right, bottom] = [Math.min(one.right, other.right), Math.min(one.bottom, other.bottom)];
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    /** The part of a control that is not clipped by its scrolling ancestors. */
    const visiblePart = (control: Element): DOMRect => {
      let part = control.getBoundingClientRect();
      for (let parent = control.parentElement; parent; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflow !== 'visible') part = overlap(part, parent.getBoundingClientRect());
      }
      return part;
    };
    const isCovered = (control: Element): boolean => {
      const { width, height } = overlap(visiblePart(control), element.getBoundingClientRect());
      return width > 0 && height > 0;
    };
    return {
      count: controls.length,
      covered: controls.filter(isCovered).map((control) => control.getAttribute('aria-label') ?? control.textContent),
    };
  });
  expect(found.count).toBeGreaterThan(3);
  return found.covered;
};

test('the toast of a failed save covers no form control', once, async ({ app, page, api, faults }) => {
  const id = await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
  const stopFault = faults.refuse({ method: 'PATCH', path: /\/faq\//, message: 'The disk is full' });
  const toast = page.getByRole('alert').filter({ hasText: 'The disk is full' });
  for (const size of [
    { width: 1280, height: 800 },
    { width: 853, height: 533 },
  ]) {
    await page.setViewportSize(size);
    await app.goto(generatePath(routes.faqEdit, { id }));
    await expect(page.getByRole('button', { name: 'More formatting' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Question' }).fill(`Ink at ${size.width}?`);
    await page.getByRole('button', { name: texts.faq.saveEdit }).click();
    await expect.poll(() => coveredBy(toast)).toEqual([]);
  }
  stopFault();
  await page.getByRole('button', { name: texts.faq.saveEdit }).click();
  await expect(rowOf(page, 'Ink at 853?')).toBeVisible();
  await expect(toast).toHaveCount(0);
});

test('a toast covers no control of a list or dialog', once, async ({ app, page, api, faults }) => {
  const lands = Array.from({ length: 24 }, (_, index) => ({ name: `Land ${index}` }));
  await api.createMany('country', [...lands, { name: 'India' }]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await app.goto(routes.countryList);
  const stopFault = faults.refuse({ method: 'PATCH', path: /\/country\//, message: 'Not now' });
  const status = page.getByRole('switch', { name: 'Status of India' });
  const toast = page.getByRole('alert').filter({ hasText: 'Not now' });
  await status.click();
  await expect.poll(() => coveredBy(toast)).toEqual([]);

  await test.step('it goes when the switch works', async () => {
    stopFault();
    await status.click();
    await expect(toast).toHaveCount(0);
    await expectToast(page, 'India set to inactive');
  });
  await test.step('it stays below a dialog as high as the window', async () => {
    faults.refuse({ method: 'PATCH', path: /\/country\//, message: 'Not now' });
    await page.setViewportSize({ width: 853, height: 360 });
    await page.getByRole('button', { name: 'Edit India' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Country' });
    await save(page);
    await expect(toast).toBeVisible();
    const [box, content] = [await toast.boundingBox(), await dialog.boundingBox()];
    expect(box && content && box.y >= content.y + content.height).toBe(true);
  });
});

test('a toast covers no control of a page', once, async ({ app, page, api, faults }) => {
  test.slow();
  const ids = await seedOneOfEach(api);
  const values = await createValues(
    api,
    'Size',
    Array.from({ length: 18 }, (_, index) => `Size ${index}`),
  );
  const productId = await api.create('product', { name: 'Pen', attributeArr: variantsOf(values) });
  await api.createMany(
    'product',
    Array.from({ length: 30 }, (_, index) => ({ name: `Ink ${index}` })),
  );
  faults.refuse({ method: 'PATCH', path: /\/product\//, message: 'Not now' });
  await app.goto(routes.productList);
  await page.getByRole('switch', { name: 'Status of Ink 29', exact: true }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Not now' });
  const addresses = [
    routes.productList,
    generatePath(routes.productView, { id: productId }),
    generatePath(routes.productEdit, { id: productId }),
    fillRoute('brandView', routes.brandView, ids),
    fillRoute('helpView', routes.helpView, ids),
    routes.productImport,
    extraRoutes.home,
    extraRoutes.trash,
    extraRoutes.account,
    generatePath(extraRoutes.history, { resource: 'product', recordId: productId }),
  ];
  const problems: string[] = [];
  for (const size of [
    { width: 1280, height: 800 },
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(size);
    for (const address of addresses) {
      await app.navigateInApp(address);
      await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
      for (const part of [0, 0.3, 0.6, 1]) {
        await page.evaluate((to) => {
          for (const element of document.querySelectorAll('main, main *, div:has(> main)'))
            if (element.scrollHeight > element.clientHeight) element.scrollTop = to * element.scrollHeight;
        }, part);
        const covered = await coveredBy(toast);
        if (covered.length > 0) problems.push(`${address} ${size.width} ${part}: ${covered.join(' | ')}`);
      }
    }
  }
  expect(problems).toEqual([]);
});

test('many toasts leave room for the page', once, async ({ app, page, api, faults }) => {
  const ids = await api.createMany(
    'country',
    Array.from({ length: 8 }, (_, index) => ({ name: `Land ${index}` })),
  );
  for (const [index, id] of ids.entries()) {
    faults.refuse({ method: 'PATCH', path: new RegExp(`${id}$`), message: `Problem ${index}` });
  }
  await page.setViewportSize({ width: 1280, height: 600 });
  await app.goto(routes.countryList);
  for (const index of ids.keys()) {
    await page.getByRole('switch', { name: `Status of Land ${index}` }).press('Space');
    await expect(page.getByRole('alert').filter({ hasText: `Problem ${index}` })).toBeVisible();
  }
  expect(await coveredBy(page.getByRole('alert').filter({ hasText: 'Problem 7' }))).toEqual([]);
  const strip = page.getByRole('alert').first().locator('../..');
  await expect.poll(() => coveredBy(strip)).toEqual([]);
});
