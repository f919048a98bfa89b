import { expect, type Locator, type Page } from '@playwright/test';

/** Records what the live region announces from now on, as each text stays in it for a moment only. */
export const recordAnnouncements = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    const texts: string[] = [];
    Object.assign(window, { announcedTexts: texts });
    const region = document.querySelector('[aria-live="polite"]');
    if (!region) throw new Error('The page has no live region');
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) texts.push(node.textContent ?? '');
    }).observe(region, { childList: true });
  });
};

export const expectAnnounced = async (page: Page, text: string | RegExp): Promise<void> => {
  const readTexts = () => page.evaluate(() => (window as unknown as { announcedTexts: string[] }).announcedTexts);
  const asserted =
    typeof text === 'string' ? expect.arrayContaining([text]) : expect.arrayContaining([expect.stringMatching(text)]);
  await expect.poll(readTexts).toEqual(asserted);
};

/** Role and name of the focused element, as the browser computes them for screen readers. */
export const readFocusedName = async (page: Page): Promise<string> => {
  const client = await page.context().newCDPSession(page);
  const { result } = await client.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const { nodes } = await client.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  });
  await client.detach();
  return `${nodes[0]?.role?.value} ${nodes[0]?.name?.value}`;
};

/** The option that Enter takes, as the input of a select refers to it. */
export const activeOption = (select: Locator): Promise<string | undefined> =>
  select.evaluate(
    (input) => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent ?? undefined,
  );
