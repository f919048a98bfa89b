import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

export const seriousViolations = async (page: Page, rules?: string[]): Promise<string[]> => {
  // A half-faded text has less contrast than the settled one.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  // Inject once per document: parsing half a megabyte of script takes as long as the analysis itself.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules
      ? { runOnly: { type: 'rule', values: rules } }
      : // WCAG 2.2 asks for both, but axe has them off by default.
        { rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } } }),
  };
  const { violations } = await page.evaluate((asked) => axe.run(asked), options);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`));
};

const rulesOfColors = ['color-contrast', 'link-in-text-block'];

const show = async (page: Page, scheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme: scheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
};

/** Checks all rules in the light color scheme, and only colors in the dark one, where nothing else differs. */
export const expectAccessible = async (page: Page, name?: string): Promise<void> => {
  expect(await seriousViolations(page), name).toEqual([]);
  await show(page, 'dark');
  expect(await seriousViolations(page, rulesOfColors), `${name ?? 'it'} in the dark`).toEqual([]);
  await show(page, 'light');
};
