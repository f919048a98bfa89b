import { expect, type Locator } from '@playwright/test';

// In one step: headings found in a step before could have been replaced meanwhile.
const readHeadingLevels = (place: Locator): Promise<number[]> =>
  place.evaluate((root) =>
    [...root.querySelectorAll('h1, h2, h3, h4, h5, h6, [role="heading"]')]
      .filter((heading) => heading.checkVisibility() && !heading.closest('[aria-hidden="true"]'))
      .map((heading) => Number(heading.ariaLevel ?? heading.localName.slice(1))),
  );

/** The headings begin with a single one of level `first`, and no level is skipped. */
export const expectHeadingsInOrder = async (place: Locator, first: number, name: string): Promise<void> => {
  const levels = await readHeadingLevels(place);
  expect(levels[0], `${name} starts with its main heading`).toBe(first);
  expect(levels.lastIndexOf(first), `${name} has one main heading: ${levels}`).toBe(0);
  const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? first) + 1);
  expect(jumps, `${name} skips no heading level: ${levels}`).toEqual([]);
};
