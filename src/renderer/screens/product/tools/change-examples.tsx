import { Box, Text } from '@mantine/core';
import classes from './change-examples.module.css';

const maxExamples = 4;

export const ChangeExamples = ({
  items,
}: {
  items: readonly { name: string; before: string; after: string }[];
}) =>
  items.length > 0 && (
    <Box px="sm" py={8} bd="1px solid var(--bo-line)" bdrs="md">
      {items.slice(0, maxExamples).map(({ name, before, after }) => (
        <div key={name} className={classes.example}>
          <Text size="sm">{name}</Text>
          <Text size="sm" c="dimmed" className="bo-tabular">
            {before === '' ? 'Empty' : before}
          </Text>
          <span aria-hidden>→</span>
          <Text size="sm" className="bo-tabular">
            {after === '' ? 'Empty' : after}
          </Text>
        </div>
      ))}
    </Box>
  );
