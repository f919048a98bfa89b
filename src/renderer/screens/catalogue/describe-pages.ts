import type { StoredDesign } from '#shared/catalogue-design.ts';
import { formatList } from '#shared/resource-kit/labels.ts';

const maxShown = 10;
const maxReasons = 4;

const shorten = (reasons: readonly string[]): string[] =>
  reasons.length > maxReasons + 1
    ? [...reasons.slice(0, maxReasons), `${reasons.length - maxReasons} more`]
    : [...reasons];

/** A line for each changed page, with the products that changed it. */
export const describePages = (pages: StoredDesign['changedPages']): string[] => [
  ...pages.slice(0, maxShown).map(({ page, reasons }) => `Page ${page}: ${formatList(shorten(reasons))}`),
  ...(pages.length > maxShown ? [`and ${pages.length - maxShown} more`] : []),
];
