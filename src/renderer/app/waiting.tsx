import { Loader, Stack, Text } from '@mantine/core';
import { EntryScreen } from './entry/entry-screen.tsx';

export const authorizationText = 'Logging you in…';

/** Placeholder while the next screen is unknown. */
export const Waiting = ({ text = 'Loading…' }: { text?: string }) => (
  <EntryScreen title="Catalogue Back Office">
    <Stack align="center" gap="md" role="status">
      <Loader size="sm" color="gray" />
      <Text c="dimmed">{text}</Text>
    </Stack>
  </EntryScreen>
);
