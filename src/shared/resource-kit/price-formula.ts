import { parseWrittenNumber } from '../import-numbers.ts';
import { normalizeLine } from '../normalize-text.ts';

export const maxAmount = 9_999_999_999.99;

/**
 * The new price is the old one times `millionths`, plus `amount` in hundredths, so that all calculations use integers.
 * A fixed price has the factor 0.
 */
export type PriceFormula = { kind: 'set' | 'add' | 'scale'; millionths: bigint; amount: bigint };

const millionthsPerUnit = 1_000_000n;
const formulaPattern = /^(?<sign>[=+-]?)\s*(?<units>\d{1,10})(?:\.(?<places>\d{1,4}))?\s*(?<percent>%?)$/;

export const priceFormulaMessage = 'Enter a price such as 9.90 or a change such as +10% or -5';

const toScaled = (units: string, places: string, digits: number) => BigInt(units + places.padEnd(digits, '0'));

/** Parses `+10%`, `-5`, `=9.90` or `9.90`; null for any other text. */
export const parsePriceFormula = (text: string): PriceFormula | null => {
  const groups = formulaPattern.exec(normalizeLine(text).replace('\u2212', '-'))?.groups;
  const { sign = '', units = '', places = '', percent = '' } = groups ?? {};
  if (!groups || (!percent && places.length > 2)) return null;
  const isChange = sign === '+' || sign === '-';
  const direction = sign === '-' ? -1n : 1n;
  if (!percent) {
    const amount = toScaled(units, places, 2);
    return isChange
      ? { kind: 'add', millionths: millionthsPerUnit, amount: direction * amount }
      : { kind: 'set', millionths: 0n, amount };
  }
  if (!isChange) return null;
  return { kind: 'scale', millionths: millionthsPerUnit + direction * toScaled(units, places, 4), amount: 0n };
};

/** Returns why a text is no price formula; undefined if it is one, or empty. */
export const findFormulaProblem = (text: string): string | undefined =>
  text === '' || parsePriceFormula(text) ? undefined : priceFormulaMessage;

/** Rewrites a typed formula such as `+2,5 %` for `parsePriceFormula`; empty if it is ambiguous. */
export const normalizePriceFormula = (text: string): string => {
  const [, sign = '', number = '', percent = ''] = /^([=+\-\u2212]?)([^%]*)(%?)$/.exec(text.trim()) ?? [];
  const read = parseWrittenNumber(number, null);
  return read && 'plain' in read ? `${sign}${read.plain}${percent}` : '';
};

const toHundredths = (price: number): bigint => BigInt(price.toFixed(2).replace('.', ''));

/** Rounds half away from zero. */
const divideRounded = (value: bigint, divisor: bigint) =>
  (value >= 0n ? value + divisor / 2n : value - divisor / 2n) / divisor;

/** Applies a formula to a price. Without a price, only a fixed one has an effect. */
export const applyPriceFormula = (
  { kind, millionths, amount }: PriceFormula,
  price: number | null,
): { price: number | null } | { error: string } => {
  if (price === null && kind !== 'set') return { price };
  const hundredths = divideRounded(toHundredths(price ?? 0) * millionths, millionthsPerUnit) + amount;
  if (hundredths < 0n) return { error: 'Price can’t be negative' };
  if (hundredths > toHundredths(maxAmount)) return { error: `Price can’t be more than ${maxAmount}` };
  return { price: Number(hundredths) / 100 };
};
