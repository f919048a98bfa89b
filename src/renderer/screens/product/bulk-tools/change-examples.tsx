import { Box, Text } from '@mantine/core';
import { useVariants } from '../sheet/use-variants.ts';
import type { EditableVariant, VariantSheet } from '../sheet/variant-sheet.ts';
import classes from './change-examples.module.css';

const maxExamples = 4;

/** The changes to the first variants. */
export const ChangeExamples = ({
  indexes,
  edited,
  show,
}: {
  indexes: readonly number[];
  edited: VariantSheet;
  show: (variant: EditableVariant) => string;
}) => {
  const { sheet } = useVariants();
  const examples = indexes.slice(0, maxExamples).flatMap((index) => {
    const [before, after] = [sheet.variants[index], edited.variants[index]];
    return before && after && before !== after ? [{ before, after }] : [];
  });
  if (examples.length === 0) return null;
  return (
    <Box px="sm" py={8} bd="1px solid var(--bo-line)" bdrs="md">
      {examples.map(({ before, after }) => (
        <div key={before.name} className={classes.example}>
          <Text size="sm">{before.name}</Text>
          <Text size="sm" c="dimmed" className="bo-tabular">
            {show(before) || 'Empty'}
          </Text>
          <span aria-hidden>→</span>
          <Text size="sm" className="bo-tabular">
            {show(after) || 'Empty'}
          </Text>
        </div>
      ))}
    </Box>
  );
};
