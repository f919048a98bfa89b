import { Loader, Stack, Text } from '@mantine/core';
import { EntryScreen } from './entry/entry-screen.tsx';

/** The loading message during the authorization check. */
export const authorizationText = 'Logging you in…';

/** Stands where it is not known yet what comes. */
export const Waiting = ({ text = 'Loading…' }: { text?: string }) => (
  <EntryScreen title="Catalogue Back Office">
    <Stack align="center" gap="md" role="status">
      <Loader size="sm" color="gray" />
      <Text c="dimmed">{text}</Text>
    </Stack>
  </EntryScreen>
);
