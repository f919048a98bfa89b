import { expect, type Locator, type Page } from '@playwright/test';

/** Selects dialogs: the user works in the topmost one, else in the page. */
const scopeSelector = 'dialog[open], [role="dialog"]';
const controlSelector =
  'a[href], button:enabled, input:enabled, textarea:enabled, select:enabled, [tabindex="0"], [contenteditable="true"]';

const selectors = { scopeSelector, controlSelector };

/** Finds elements that scroll sideways or overflow the window, except scrollable tables. */
const findTooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const describe = (element: Element) =>
      `${element.tagName} ${element.className} "${element.textContent?.slice(0, 40)}"`;
    const canScroll = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    const framesTable = (element: Element) =>
      canScroll(element) && element.querySelector('table, [role="grid"]') !== null;
    const isVisible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.closest('.bo-visually-hidden');
    const isInFrame = (element: Element) => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement)
        if (framesTable(parent)) return true;
      return false;
    };
    const root = document.documentElement;
    const documentProblems = root.scrollWidth > root.clientWidth ? [`document ${root.scrollWidth}`] : [];
    const problems = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        isVisible(element) &&
        !isInFrame(element) &&
        !framesTable(element) &&
        ((canScroll(element) && element.scrollWidth > element.clientWidth + 1) ||
          (element instanceof HTMLElement && element.getBoundingClientRect().right > innerWidth + 1)),
    );
    return [...documentProblems, ...problems.slice(0, 5).map(describe)];
  });

/** Controls that are covered or outside the window even after scrolling to them. */
const findUnreachable = (page: Page): Promise<string[]> =>
  page.evaluate(({ scopeSelector, controlSelector }) => {
    const scope = [...document.querySelectorAll(scopeSelector)].at(-1) ?? document;
    const controls = [...scope.querySelectorAll<HTMLElement>(controlSelector)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest('[aria-hidden="true"], .bo-toasts') &&
        element.textContent !== 'Skip to content' &&
        element.tabIndex >= 0 &&
        element.offsetWidth > 4,
    );
    // Of a region that scrolls, a part in view is enough.
    const isHit = (element: HTMLElement) => {
      const rect = element.getBoundingClientRect();
      const [left, right] = [Math.max(rect.left, 0), Math.min(rect.right, innerWidth)];
      const [top, bottom] = [Math.max(rect.top, 0), Math.min(rect.bottom, innerHeight)];
      return (element.offsetHeight > 100 ? [0.1, 0.5, 0.9] : [0.5]).some((part) => {
        const hit = document.elementFromPoint(left + (right - left) * part, top + (bottom - top) * part);
        return (
          hit !== null && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.contains(element))
        );
      });
    };
    const isReachable = (element: HTMLElement) => {
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      return isHit(element);
    };
    const unreachable = controls.filter((element) => !isReachable(element));
    return unreachable.map((element) => element.outerHTML.slice(0, 120));
  }, selectors);

export const smallWindows = [
  { width: 640, height: 400 },
  { width: 320, height: 256 },
  { width: 320, height: 640 },
] as const;

/** Checks the open screen in windows as small as at 200% and 400% zoom. */
export const expectFitsSmallWindows = async (page: Page, name: string): Promise<void> => {
  for (const size of smallWindows) {
    await page.setViewportSize(size);
    const where = `${name} at ${size.width}x${size.height}`;
    await expect.poll(() => findTooWide(page), `${where} scrolls sideways`).toEqual([]);
    await expect.poll(() => findUnreachable(page), `${where} has covered controls`).toEqual([]);
  }
};

export const expectNarrow = (page: Page, name: string): Promise<void> =>
  expect.poll(() => findTooWide(page), `${name} scrolls sideways`).toEqual([]);

/** Texts of several letters in a column that is narrower than a word. */
export const findSqueezedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const narrowest = 48;
    const hasText = (element: Element) =>
      [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === 3 && (textContent ?? '').trim().length > 8,
      );
    return [...document.querySelectorAll('main *, [role="dialog"] *')]
      .filter(
        (element) =>
          hasText(element) &&
          element.checkVisibility({ visibilityProperty: true }) &&
          !element.closest('.bo-visually-hidden') &&
          // Tools in narrow windows show only their icons.
          getComputedStyle(element).fontSize !== '0px' &&
          element.getBoundingClientRect().width < narrowest,
      )
      .map((element) => element.outerHTML.slice(0, 160));
  });

type Focused = { name: string; isCovered: boolean };

const readFocus = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const rect = element.getBoundingClientRect();
    const [left, right] = [Math.max(rect.left, 0), Math.min(rect.right, innerWidth)];
    const [top, bottom] = [Math.max(rect.top, 0), Math.min(rect.bottom, innerHeight)];
    const points = [0.1, 0.5, 0.9].map((part) => [left + (right - left) * part, top + (bottom - top) * part]);
    const isVisible = points.some(([x = 0, y = 0]) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (element.contains(hit) || hit.contains(element)) && hit !== document.body;
    });
    return { name: element.outerHTML.slice(0, 120), isCovered: !isVisible };
  });

/** Presses a key again and again; the focused element must never be covered. */
export const expectFocusVisible = async (page: Page, key: string, count: number): Promise<void> => {
  const covered: string[] = [];
  for (let index = 0; index < count; index += 1) {
    await page.keyboard.press(key);
    const { name, isCovered } = await readFocus(page);
    if (isCovered) covered.push(name);
  }
  expect(covered).toEqual([]);
};

/** Style properties by which an edge is drawn. */
type Edge = 'borderTopColor' | 'borderBottomColor' | 'backgroundColor' | 'color' | 'outlineColor';

/** The pseudo-element that draws a part of a control, such as the thumb of a switch. */
type Part = '::before' | '::after';

export const readColor = (element: Locator, edge: Edge, part?: Part): Promise<string> =>
  element.evaluate((target, [name, pseudo]) => getComputedStyle(target, pseudo)[name], [edge, part] as const);

/** The first background of the element and its ancestors. */
const readSurface = (element: Locator): Promise<string> =>
  element.evaluate((start) => {
    for (let target: Element | null = start; target; target = target.parentElement) {
      const color = getComputedStyle(target).backgroundColor;
      if (color !== 'rgba(0, 0, 0, 0)') return color;
    }
    return 'rgb(255, 255, 255)';
  });

const getLuminance = (color: string): number => {
  // Mixed colors are given in shares of 1.
  const most = color.startsWith('color(srgb') ? 1 : 255;
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((channel) => {
    const value = Number(channel) / most;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrastOf = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [getLuminance(one), getLuminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** Contrast of a color of the element, or of a part of it, with the surface behind it. */
export const measureContrast = async (element: Locator, edge: Edge, part?: Part): Promise<number> => {
  const surface = part ? element : element.locator('xpath=..');
  return contrastOf(await readColor(element, edge, part), await readSurface(surface));
};

/** The lowest contrast of a text within the element with the surface behind it. */
export const measureText = async (element: Locator): Promise<number> => {
  const texts = await element.locator('xpath=descendant-or-self::*[text()]').all();
  const contrasts = texts.map(async (text) => contrastOf(await readColor(text, 'color'), await readSurface(text)));
  return Math.min(...(await Promise.all(contrasts)));
};

/** The highest contrast with the surface around it of what marks an element: its edge, its shadow or its background. */
export const measureMark = async (element: Locator): Promise<number> => {
  const surface = await readSurface(element.locator('xpath=..'));
  const marks = await element.evaluate((target) => {
    const parts = [getComputedStyle(target), getComputedStyle(target, '::before'), getComputedStyle(target, '::after')];
    return parts.flatMap((style) => [
      style.backgroundColor,
      ...(style.borderTopWidth === '0px' ? [] : [style.borderTopColor]),
      ...(style.borderBottomWidth === '0px' ? [] : [style.borderBottomColor]),
      ...(style.boxShadow.match(/^(rgb|color)[^)]*\)/) ?? []).slice(0, 1),
    ]);
  });
  const isOpaque = (color: string) => !/, 0(\.\d+)?\)$|\/ 0/.test(color);
  return Math.max(1, ...marks.filter(isOpaque).map((mark) => contrastOf(mark, surface)));
};

/** Texts of controls and headings that their boxes cut off. */
export const findCutOffTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isCut = (element: Element) =>
      /hidden|clip/.test(getComputedStyle(element).overflowX) &&
      (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2);
    const texts = [...document.querySelectorAll('button, a, label, h1, h2, h3, legend, th, [role="tab"], p')];
    return texts
      .flatMap((element) => [element, ...element.querySelectorAll('span')])
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          !element.closest('.bo-visually-hidden, [aria-hidden="true"]') &&
          isCut(element),
      )
      .map((element) => element.outerHTML.slice(0, 160));
  });
