import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core';
import type { ColumnProfile } from '#shared/import.ts';
import type { DecimalSeparator } from '#shared/import-numbers.ts';
import { formatCount } from '#shared/resource/labels.ts';
import { FormSection } from '../../resource/form/form-page.tsx';
import { chooseRounding, chooseSeparator } from './import-actions.ts';
import { isLocked, useImportStore } from './import-store.ts';
import { type NumberQuestion, numberQuestions } from './number-questions.ts';

const names: Record<DecimalSeparator, string> = { '.': 'Point', ',': 'Comma' };

const separatorOptions = ({ separator, readings }: NumberQuestion) => [
  ...(separator === null ? [{ value: '', label: 'Select a separator' }] : []),
  ...(['.', ','] as const).map((value) => ({
    value,
    label: `${names[value]}: ${readings?.[value] ?? ''}`,
  })),
];

export const NumberChoicesForm = ({ profiles }: { profiles: readonly ColumnProfile[] }) => {
  const state = useImportStore();
  const { mapping, numbers } = state;
  const questions = numberQuestions(profiles, mapping, numbers);
  if (questions.length === 0) return null;
  return (
    <FormSection title="Amounts">
      <Text c="dimmed">Check how the amounts in these columns are read.</Text>
      <Stack gap="md" maw="32rem">
        {questions.map((question) => (
          <Stack key={question.title} gap="xs">
            {question.readings && (
              <NativeSelect
                label={`Decimal separator in ${question.title}`}
                value={question.separator ?? ''}
                data={separatorOptions(question)}
                disabled={isLocked(state)}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  if (value === '.' || value === ',') void chooseSeparator(question.title, value);
                }}
              />
            )}
            {question.long && (
              <Checkbox
                label={`Round ${question.title} to two decimals${question.long.example && ` (${question.long.example})`}`}
                description={`${formatCount(question.long.count, { label: 'cell has', labelPlural: 'cells have' })} more than two decimals`}
                checked={numbers.rounded.includes(question.title)}
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
