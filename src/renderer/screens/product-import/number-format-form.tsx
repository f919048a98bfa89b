import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core';
import type { ColumnProfile } from '#shared/import.ts';
import type { DecimalSeparator } from '#shared/import-numbers.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { FormSection } from '../../resource-kit/form/form-page.tsx';
import { chooseRounding, chooseSeparator } from './import-actions.ts';
import { isLocked, useImportStore } from './import-store.ts';
import { getNumberQuestions, type NumberFormatQuestion } from './number-questions.ts';

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
                  if (value === '.' || value === ',') void chooseSeparator(question.title, value);
                }}
              />
            )}
            {question.excessDecimals && (
              <Checkbox
                label={`Round ${question.title} to two decimals${question.excessDecimals.example && ` (${question.excessDecimals.example})`}`}
                description={`${formatCount(question.excessDecimals.count, { label: 'cell has', labelPlural: 'cells have' })} more than two decimals`}
                checked={numberFormats.rounded.includes(question.title)}
                disabled={isLocked(state)}
                onChange={(event) => void chooseRounding(question.title, event.currentTarget.checked)}
              />
            )}
          </Stack>
        ))}
      </Stack>
    </FormSection>
  );
};
