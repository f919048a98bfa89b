import type { Locator } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { extraRoutes } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { png, putFile } from './support/files.ts';
import { measureContrast, measureMark, measureText, readColor } from './support/layout.ts';
import { expectScreenLoaded } from './support/locators.ts';
import { fillRoute } from './support/records.ts';
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
      contrasts.fileDrop = await measureContrast(page.locator('.mantine-Dropzone-root').first(), 'borderTopColor');
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

  test('what is chosen or on can be read and told from the rest', async ({ app, page, api, folder }) => {
    await api.create('product', { name: 'Pen', sku: 'P1' });
    await api.createMany('category', [{ name: 'Pens' }, { name: 'Rulers' }]);
    const faq = await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
    await api.call('PATCH', `/faq/updateById/${faq}`, { description: '<p>No</p>' });
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      const texts45: Record<string, number> = {};
      const marks: Record<string, number> = {};
      await app.load(routes.productAdd);
      await page.getByRole('combobox', { name: 'Category', exact: true }).press('ArrowDown');
      texts45.option = await measureText(page.locator('[data-combobox-selected]'));
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Bold' }).click();
      marks.bold = await measureMark(page.getByRole('button', { name: 'Bold' }));
      await app.navigateTo(fillRoute('faqEdit', routes.faqEdit, { faq }));
      await app.chooseFiles(/^Image$/, await putFile(folder, 'pen.png', png([30, 90, 200])));
      await page.getByRole('checkbox', { name: 'Decorative' }).check();
      texts45.apply = await measureText(page.getByRole('button', { name: 'Apply' }));
      await page.keyboard.press('Escape');
      await app.load(routes.productList);
      await page.getByRole('button', { name: 'Sheet', exact: true }).click();
      marks.sheet = await measureMark(page.getByRole('button', { name: 'Sheet', exact: true }));
      await app.load(generatePath(extraRoutes.compareVersions, { resource: 'faq', recordId: faq }));
      marks.formatted = await measureMark(page.locator('.mantine-SegmentedControl-indicator'));
      await expect(page.getByRole('insertion').first()).toHaveCSS('text-decoration-line', 'underline');
      await expect(page.getByRole('deletion').first()).toHaveCSS('text-decoration-line', 'line-through');
      await page.getByRole('banner').getByRole('button', { name: texts.shell.badge }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      marks.appearance = await measureMark(page.getByRole('radio', { name: 'System' }));
      await page.getByRole('button', { name: 'Close settings' }).click();
      expect(
        Object.entries(texts45).filter(([, ratio]) => ratio < 4.5),
        scheme,
      ).toEqual([]);
      expect(
        Object.entries(marks).filter(([, ratio]) => ratio < 3),
        scheme,
      ).toEqual([]);
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
    const header = page.getByRole('columnheader', { name: 'Name', exact: true });
    await header.getByRole('button', { name: 'Name' }).focus();
    await page.keyboard.press('ArrowRight');
    const edge = header.getByRole('button', { name: 'Column width' });
    await expect(edge).toBeFocused();
    expect(await style(edge, 'outlineStyle')).toBe('solid');
    await page.getByRole('searchbox').focus();
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
