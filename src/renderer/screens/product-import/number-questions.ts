import type { ColumnProfile } from '#shared/import.ts';
import {
  countLongDecimals,
  type DecimalSeparator,
  isSeparatorUnclear,
  parseWrittenNumber,
  provenSeparator,
  roundToCents,
} from '#shared/import-numbers.ts';
import { productVariant } from '#shared/product/variant.ts';
import { product } from '#shared/resources/product.ts';
import type { ColumnMapping } from './column-mapping.ts';

/** Decimal separators by column title, and the columns to round. */
export type NumberChoices = {
  separators: Readonly<Record<string, DecimalSeparator>>;
  rounded: readonly string[];
};

/** A question about a price column, with the first values parsed under each answer. */
export type NumberQuestion = {
  title: string;
  separator: DecimalSeparator | null;
  /** Null if the cells are unambiguous. */
  readings: Record<DecimalSeparator, string> | null;
  /** Cells with more than two decimals, and the first of them as it would be rounded. */
  long: { count: number; example: string } | null;
};

const amountFields = new Set([
  ...Object.entries(product.fields)
    .filter(([, field]) => field.kind === 'money')
    .map(([name]) => name),
  `variant${productVariant.fields.price.label}`,
]);

const readingBy = (samples: readonly string[], separator: DecimalSeparator) =>
  samples
    .slice(0, 3)
    .flatMap((text) => {
      const read = parseWrittenNumber(text, separator);
      return read && 'plain' in read ? [`${text} → ${Number(read.plain)}`] : [];
    })
    .join(', ');

const roundingExample = (samples: readonly string[], separator: DecimalSeparator | null): string => {
  for (const text of samples) {
    const read = parseWrittenNumber(text, separator);
    if (!read || !('plain' in read)) continue;
    const rounded = roundToCents(read.plain);
    if (Number(rounded) !== Number(read.plain)) return `${text} → ${rounded}`;
  }
  return '';
};

export const numberQuestions = (
  profiles: readonly ColumnProfile[],
  mapping: ColumnMapping,
  { separators }: NumberChoices,
): NumberQuestion[] =>
  profiles.flatMap(({ title, samples, numbers }) => {
    if (title === '' || !amountFields.has(mapping[title] ?? '')) return [];
    const separator = separators[title] ?? provenSeparator(numbers);
    const isAsked = isSeparatorUnclear(numbers);
    const count = countLongDecimals(numbers, separator);
    if (!isAsked && count === 0) return [];
    return [
      {
        title,
        separator,
        readings: isAsked ? { '.': readingBy(samples, '.'), ',': readingBy(samples, ',') } : null,
        long: count > 0 ? { count, example: roundingExample(samples, separator) } : null,
      },
    ];
  });
