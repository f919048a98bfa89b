import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core';
import type { DecimalSeparator } from '#shared/import-numbers.ts';
import { formatCount } from '#shared/resource/labels.ts';
import { FormSection } from '../../resource/form/form-page.tsx';
import type { NumberQuestion } from './number-questions.ts';

const names: Record<DecimalSeparator, string> = { '.': 'Point', ',': 'Comma' };

const separatorOptions = ({ separator, readings }: NumberQuestion) => [
  ...(separator === null ? [{ value: '', label: 'Select a separator' }] : []),
  ...(['.', ','] as const).map((value) => ({
    value,
    label: `${names[value]}: ${readings?.[value] ?? ''}`,
  })),
];

export const NumberChoicesForm = ({
  questions,
  rounded,
  isDisabled,
  onSeparator,
  onRound,
}: {
  questions: readonly NumberQuestion[];
  rounded: readonly string[];
  isDisabled: boolean;
  onSeparator: (title: string, separator: DecimalSeparator) => void;
  onRound: (title: string, isRounded: boolean) => void;
}) =>
  questions.length > 0 && (
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
                disabled={isDisabled}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  if (value === '.' || value === ',') onSeparator(question.title, value);
                }}
              />
            )}
            {question.long && (
              <Checkbox
                label={`Round ${question.title} to two decimals${question.long.example && ` (${question.long.example})`}`}
                description={`${formatCount(question.long.count, { label: 'cell has', labelPlural: 'cells have' })} more than two decimals`}
                checked={rounded.includes(question.title)}
                disabled={isDisabled}
                onChange={(event) => onRound(question.title, event.currentTarget.checked)}
              />
            )}
          </Stack>
        ))}
      </Stack>
    </FormSection>
  );
