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

/** References to ids that don't exist, and pictures that screen readers meet without a name. */
const findUnnamed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const describe = (element: Element) => element.outerHTML.slice(0, 160);
    const isMissing = (id: string) => document.getElementById(id) === null;
    const attributes = ['aria-describedby', 'aria-labelledby', 'aria-activedescendant', 'aria-controls'] as const;
    const isBroken = (element: Element) =>
      attributes.some((name) => {
        // The panel of a closed button may not be rendered yet.
        const isClosed =
          name === 'aria-controls' && element.matches('[aria-expanded="false"], [aria-selected="false"]');
        return !isClosed && (element.getAttribute(name) ?? '').split(/\s+/).filter(Boolean).some(isMissing);
      });
    const references = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join())];
    // The contents of a button and an option are its name.
    const icons = [...document.querySelectorAll('svg')].filter(
      (icon) =>
        !icon.matches('[aria-hidden="true"], [aria-hidden="true"] *, [aria-label], button *, [role="option"] *'),
    );
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    return [...references.filter(isBroken), ...icons.filter(isShown)].map(describe);
  });

const rulesOfColors = ['color-contrast', 'link-in-text-block'];

const show = async (page: Page, scheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme: scheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
};

/** Checks all rules in the light color scheme, and only colors in the dark one, where nothing else differs. */
export const expectAccessible = async (page: Page, name?: string): Promise<void> => {
  expect(await seriousViolations(page), name).toEqual([]);
  expect(await findUnnamed(page), name).toEqual([]);
  await show(page, 'dark');
  expect(await seriousViolations(page, rulesOfColors), `${name ?? 'it'} in the dark`).toEqual([]);
  await show(page, 'light');
};
