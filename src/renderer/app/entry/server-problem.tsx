import { Code, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FullScreenDialog } from '../../ui/full-screen-dialog.tsx';
import { ChooseServerButton } from '../server-notices.tsx';
import { EntryScreen } from './entry-screen.tsx';

/** Why nothing goes on with this server: what is the matter, which file or folder it is about, and what can be done. */
export const ServerProblem = ({
  title,
  problem,
  path,
  advice,
  children,
}: {
  title: string;
  problem: string;
  path: string | undefined;
  advice: string;
  /** The buttons before the one that chooses another server. */
  children: ReactNode;
}) => (
  <FullScreenDialog label={title}>
    <EntryScreen title={title}>
      <Stack gap="md" role="alert">
        <Text>{problem}</Text>
        {path && (
          <Code bg="var(--bo-selected)" px="sm" py={8} style={{ overflowWrap: 'anywhere' }}>
            {path}
          </Code>
        )}
        <Text c="dimmed">{advice}</Text>
        <Group gap="sm">
          {children}
          <ChooseServerButton />
        </Group>
      </Stack>
    </EntryScreen>
  </FullScreenDialog>
);
