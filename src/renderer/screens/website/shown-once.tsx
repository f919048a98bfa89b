import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { openDialog } from '../../ui/modals.ts';
import { CopiedText } from './copied-text.tsx';
import classes from './website-page.module.css';

/** A secret that was just created, in a dialog that a click outside doesn’t close. */
export const ShownOnce = ({
  label,
  text,
  hint,
  onClose,
}: {
  label: string;
  text: string;
  hint: string;
  onClose: () => void;
}) => (
  <Stack gap="md">
    <CopiedText label={label} text={text} />
    <Alert color="gray" variant="light" icon={<IconInfoCircle size="1.125rem" />}>
      It won’t be shown again. {hint}
    </Alert>
    <Group justify="flex-end">
      <Button variant="brand" onClick={onClose}>
        Done
      </Button>
    </Group>
  </Stack>
);

export const openCreate = (title: string, render: (close: () => void) => ReactNode) =>
  openDialog({ title, closeOnClickOutside: false, render });

export const ItemText = ({ title, detail }: { title: string; detail: string }) => (
  <div className={classes.text}>
    <Text fw={500} truncate>
      {title}
    </Text>
    <Text size="sm" c="dimmed" className="bo-tabular">
      {detail}
    </Text>
  </div>
);
