import { expect, type Locator, type Page } from '@playwright/test';

const readHeadingLevels = (page: Page | Locator): Promise<number[]> =>
  page
    .getByRole('heading')
    .evaluateAll((headings) =>
      headings
        .filter((heading) => heading.checkVisibility())
        .map((heading) => Number(heading.ariaLevel ?? heading.localName.slice(1))),
    );

/** The headings begin with a single one of level `first`, and no level is skipped. */
export const expectHeadingsInOrder = async (
  place: Page | Locator,
  first: number,
  name: string,
): Promise<void> => {
  const levels = await readHeadingLevels(place);
  expect(levels[0], `${name} starts with its main heading`).toBe(first);
  expect(levels.lastIndexOf(first), `${name} has one main heading: ${levels}`).toBe(0);
  const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? first) + 1);
  expect(jumps, `${name} skips no heading level: ${levels}`).toEqual([]);
};
