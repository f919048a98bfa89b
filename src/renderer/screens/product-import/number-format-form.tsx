import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core';
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
import { formatCount } from '#shared/resource-kit/labels.ts';
import { product } from '#shared/resources/product.ts';
import { FormSection } from '../../resource-kit/form/form-page.tsx';
import type { ColumnMapping } from './column-mapping.ts';
import { changeNumberFormats } from './import-actions.ts';
import { isLocked, type NumberFormats, useImportStore } from './import-store.ts';

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

type NumberFormatQuestion = ReturnType<typeof getNumberQuestions>[number];

const separatorNames: Record<DecimalSeparator, string> = { '.': 'Point', ',': 'Comma' };

const getSeparatorOptions = ({ separator, examples }: NumberFormatQuestion) => [
  ...(separator === null ? [{ value: '', label: 'Select a separator' }] : []),
  ...(['.', ','] as const).map((value) => ({
    value,
    label: `${separatorNames[value]}: ${examples?.[value] ?? ''}`,
  })),
];

export const NumberFormatForm = ({ profiles }: { profiles: readonly ColumnProfile[] }) => {
  const state = useImportStore();
  const { mapping, numberFormats } = state;
  const questions = getNumberQuestions(profiles, mapping, numberFormats);
  if (questions.length === 0) return null;
  return (
    <FormSection title="Amounts">
      <Text c="dimmed">Check how the amounts in these columns are read.</Text>
      <Stack gap="md" maw="32rem">
        {questions.map((question) => (
          <Stack key={question.title} gap="xs">
            {question.examples && (
              <NativeSelect
                label={`Decimal separator in ${question.title}`}
                value={question.separator ?? ''}
                data={getSeparatorOptions(question)}
                disabled={isLocked(state)}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  if (value !== '.' && value !== ',') return;
                  void changeNumberFormats({ separators: { ...numberFormats.separators, [question.title]: value } });
                }}
              />
            )}
            {question.excessDecimals && (
              <Checkbox
                label={`Round ${question.title} to two decimals${question.excessDecimals.example && ` (${question.excessDecimals.example})`}`}
                description={`${formatCount(question.excessDecimals.count, { label: 'cell has', labelPlural: 'cells have' })} more than two decimals`}
                checked={numberFormats.rounded.includes(question.title)}
                disabled={isLocked(state)}
                onChange={({ currentTarget: { checked } }) => {
                  const others = numberFormats.rounded.filter((other) => other !== question.title);
                  void changeNumberFormats({ rounded: checked ? [...others, question.title] : others });
                }}
              />
            )}
          </Stack>
        ))}
      </Stack>
    </FormSection>
  );
};
