import { Loader, Stack, Text } from '@mantine/core';
import { EntryScreen } from './entry-screen.tsx';

/** Stands where it is not known yet what comes. */
export const Waiting = ({ text = 'One moment…' }: { text?: string }) => (
  <EntryScreen title="Catalogue Back Office">
    <Stack align="center" gap="md" role="status">
      <Loader size="sm" color="gray" />
      <Text c="dimmed">{text}</Text>
    </Stack>
  </EntryScreen>
);
