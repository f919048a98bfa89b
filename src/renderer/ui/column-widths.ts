/** What a column needs at least where it has no fixed width, and a table as a whole, in rem. */
const leastColumn = 6;
const leastTable = 44;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * The width in rem that a table needs before it has to scroll. Columns with a share of the whole leave only the
 * rest to the others, which must not vanish.
 */
export const minTableWidth = (widths: readonly (string | undefined)[]): number => {
  const numbersIn = (unit: string) =>
    widths.flatMap((width) => (width?.endsWith(unit) ? [Number.parseFloat(width)] : []));
  const fixed = numbersIn('rem');
  const shares = numbersIn('%');
  const freeCount = widths.length - fixed.length - shares.length;
  const beside = sum(fixed) + freeCount * leastColumn;
  const rest = 1 - sum(shares) / 100;
  // Shares of nearly everything are what the browser shrinks.
  const forRest = rest > 0.05 ? beside / rest : 0;
  return Math.ceil(Math.max(leastTable, beside + shares.length * leastColumn, forRest));
};
