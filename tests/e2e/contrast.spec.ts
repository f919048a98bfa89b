import type { Locator } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { measureContrast, readColor } from './support/layout.ts';
import { expectScreenLoaded } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { columns, createValues, typeInto, variantsOf } from './support/variants.ts';

test.describe('contrast', once, () => {
  test('edges of controls reach a contrast of 3:1', async ({ app, page, api }) => {
    await api.create('product', { name: 'Pen', status: 'INACTIVE' });
    await api.create('product', { name: 'Nib' });
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      const contrasts: Record<string, number> = {};
      await app.goto(routes.productList);
      await expect(page.getByRole('checkbox', { name: 'Select Nib' })).toBeVisible();
      // The tools for the selection take its place.
      contrasts.search = await measureContrast(page.getByRole('searchbox'), 'borderTopColor');
      await page.getByRole('checkbox', { name: 'Select Nib' }).check();
      const tick = page.getByRole('checkbox', { name: 'Select Nib' });
      contrasts.palette = await measureContrast(page.getByRole('button', { name: 'Search…' }), 'borderTopColor');
      contrasts.pageSize = await measureContrast(page.getByLabel('Rows per page'), 'borderTopColor');
      contrasts.checkbox = await measureContrast(page.getByRole('checkbox', { name: 'Select Pen' }), 'borderTopColor');
      contrasts.headerBox = await measureContrast(
        page.getByRole('checkbox', { name: 'Select all rows on this page' }),
        'borderTopColor',
      );
      for (const [name, on] of [
        ['Nib', 'switchOn'],
        ['Pen', 'switchOff'],
      ] as const) {
        const track = page.getByRole('row').filter({ hasText: name }).getByRole('switch');
        contrasts[on] = await measureContrast(track, 'backgroundColor');
        contrasts[`${on} thumb`] = await measureContrast(track, 'backgroundColor', '::before');
      }
      contrasts.checkedBox = await measureContrast(tick, 'backgroundColor');
      contrasts.tick = await measureContrast(tick, 'borderBottomColor', '::after');
      await page.getByRole('button', { name: 'Name', exact: true }).focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      contrasts.headerFocus = await measureContrast(
        page.getByRole('button', { name: 'Name', exact: true }),
        'outlineColor',
      );
      await app.goto(routes.productAdd);
      await expectScreenLoaded(page);
      contrasts.field = await measureContrast(page.getByRole('textbox', { name: 'SKU' }), 'borderTopColor');
      contrasts.formCheckbox = await measureContrast(page.getByLabel('Best seller'), 'borderTopColor');
      contrasts.fileDrop = await measureContrast(page.locator('.mantine-Dropzone-root'), 'borderTopColor');
      contrasts.editor = await measureContrast(
        page.getByRole('toolbar', { name: /Description/ }).locator('xpath=..'),
        'borderTopColor',
      );
      await page.getByRole('textbox', { name: 'SKU' }).focus();
      contrasts.fieldFocus = await measureContrast(page.getByRole('textbox', { name: 'SKU' }), 'borderTopColor');
      const low = Object.entries(contrasts).filter(([, ratio]) => ratio < 3);
      expect(low, scheme).toEqual([]);
    }
  });

  test('states are visible in forced colors, and nothing is animated with reduced motion', async ({
    app,
    page,
    api,
  }) => {
    const values = await createValues(api, 'Colour', ['Red', 'Blue']);
    const [red, blue] = variantsOf(values);
    const productId = await api.create('product', { name: 'Nib', attributeArr: [red, blue] });
    await api.create('product', { name: 'Pen', status: 'INACTIVE' });
    await page.emulateMedia({ forcedColors: 'active' });
    await app.goto(routes.productList);
    const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
    await rowOf('Nib').getByRole('checkbox').check();
    const style = (selector: Locator, property: 'backgroundColor' | 'outlineStyle' | 'borderTopStyle') =>
      selector.evaluate((element, name) => getComputedStyle(element)[name], property);

    const track = (name: string) => rowOf(name).getByRole('switch');
    const [on, off] = [await style(track('Nib'), 'backgroundColor'), await style(track('Pen'), 'backgroundColor')];
    expect(on).not.toBe(off);
    for (const name of ['Nib', 'Pen']) {
      const thumb = await readColor(track(name), 'backgroundColor', '::before');
      expect(thumb, `thumb of ${name}`).not.toBe(await style(track(name), 'backgroundColor'));
    }
    const edgeOf = (name: string) => style(rowOf(name).getByRole('cell').last(), 'borderTopStyle');
    expect(await edgeOf('Nib')).toBe('solid');
    expect(await edgeOf('Pen')).toBe('none');
    const box = rowOf('Nib').getByRole('checkbox');
    const tick = await measureContrast(box, 'borderBottomColor', '::after');
    expect(tick).toBeGreaterThan(3);
    await box.uncheck();
    await page.getByRole('searchbox').focus();
    expect(await style(page.getByRole('searchbox'), 'outlineStyle')).toBe('solid');
    const isAnimated = () =>
      page.evaluate(() =>
        document.getAnimations().some((animation) => Number(animation.effect?.getComputedTiming().duration) > 1),
      );
    expect(await isAnimated(), 'focusing an input').toBe(false);

    await app.goto(generatePath(routes.productEdit, { id: productId }));
    await typeInto(page, 'PEN-Blue', columns.sku, 'PEN-Red');
    await page.getByRole('button', { name: texts.form.save, exact: true }).click();
    const wrong = page.locator('[role="gridcell"][aria-invalid="true"]').first();
    await expect(wrong).toBeAttached();
    await page.getByRole('textbox', { name: 'SKU' }).focus();
    expect(await style(wrong, 'outlineStyle')).toBe('dashed');

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await app.goto(routes.giftAdd);
    await page.getByRole('textbox', { name: 'Valid Till' }).fill('15 Mar 2031');
    const day = page.getByRole('button', { name: '15 March 2031' });
    await expect(day).toHaveAttribute('data-selected', 'true');
    const other = page.getByRole('button', { name: '16 March 2031' });
    expect(await style(day, 'backgroundColor')).not.toBe(await style(other, 'backgroundColor'));
  });
});
