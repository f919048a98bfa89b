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
export type NumberFormats = {
  separators: Readonly<Record<string, DecimalSeparator>>;
  rounded: readonly string[];
};

const amountFields = new Set([
  ...Object.entries(product.fields)
    .filter(([, field]) => field.kind === 'money')
    .map(([name]) => name),
  `variant${productVariant.fields.price.label}`,
]);

const formatExamples = (samples: readonly string[], separator: DecimalSeparator) =>
  samples
    .slice(0, 3)
    .flatMap((text) => {
      const parsedNumber = parseWrittenNumber(text, separator);
      return parsedNumber && 'plain' in parsedNumber ? [`${text} → ${Number(parsedNumber.plain)}`] : [];
    })
    .join(', ');

const getRoundingExample = (samples: readonly string[], separator: DecimalSeparator | null): string => {
  for (const text of samples) {
    const parsedNumber = parseWrittenNumber(text, separator);
    if (!parsedNumber || !('plain' in parsedNumber)) continue;
    const rounded = roundToCents(parsedNumber.plain);
    if (Number(rounded) !== Number(parsedNumber.plain)) return `${text} → ${rounded}`;
  }
  return '';
};

/** The open questions about the numbers in price columns. */
export const getNumberQuestions = (
  profiles: readonly ColumnProfile[],
  mapping: ColumnMapping,
  { separators }: NumberFormats,
) =>
  profiles.flatMap(({ title, samples, numbers }) => {
    if (title === '' || !amountFields.has(mapping[title] ?? '')) return [];
    const separator = separators[title] ?? provenSeparator(numbers);
    const isUnclear = isSeparatorUnclear(numbers);
    const count = countLongDecimals(numbers, separator);
    if (!isUnclear && count === 0) return [];
    return [
      {
        title,
        separator,
        /** The numbers that the cells become with each decimal separator; null if they are unambiguous. */
        examples: isUnclear ? { '.': formatExamples(samples, '.'), ',': formatExamples(samples, ',') } : null,
        /** Cells with more than two decimals, and the first of them as it would be rounded. */
        excessDecimals: count > 0 ? { count, example: getRoundingExample(samples, separator) } : null,
      },
    ];
  });

export type NumberFormatQuestion = ReturnType<typeof getNumberQuestions>[number];
