import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

export const seriousViolations = async (page: Page, rules?: string[]): Promise<string[]> => {
  // Inject once per document: parsing half a megabyte of script takes as long as the analysis itself.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules
      ? { runOnly: { type: 'rule', values: rules } }
      : // Voice control finds a control by its visible text. Axe calls the rule experimental, so it is off otherwise.
        { rules: { 'label-content-name-mismatch': { enabled: true } } }),
  };
  const { violations } = await page.evaluate((asked) => axe.run(asked), options);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
};
