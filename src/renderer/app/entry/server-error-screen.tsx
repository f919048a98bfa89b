import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ServerStatus } from '#shared/ipc-schemas.ts';
import { platform } from '../../platform/index.ts';
import { formatDateTime } from '../../ui/format.ts';
import { FullScreenDialog } from '../../ui/full-screen-dialog.tsx';
import { ChangeServerButton } from '../server-notices.tsx';
import { AuthLayout } from './auth-layout.tsx';

const ServerErrorScreen = ({
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
  children: ReactNode;
}) => (
  <FullScreenDialog label={title}>
    <AuthLayout title={title}>
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
          <ChangeServerButton />
        </Group>
      </Stack>
    </AuthLayout>
  </FullScreenDialog>
);

const describeLockOwner = ({ held }: ServerStatus): string => {
  if (!held) return 'Another copy of Catalogue Back Office has it open.';
  const where = held.computer ? `on ${held.computer}` : 'on this computer';
  return held.since
    ? `Another copy of Catalogue Back Office has had it open ${where} since ${formatDateTime(held.since)}.`
    : `Another copy of Catalogue Back Office has it open ${where}.`;
};

/** Another copy of the app uses the data folder. This one starts automatically when the folder is free. */
export const DataFolderInUse = ({ status }: { status: ServerStatus }) => (
  <ServerErrorScreen
    title="This data is in use"
    problem={`${describeLockOwner(status)} Only one copy can use it at a time.`}
    path={status.path}
    advice="Close the other copy, and this one opens automatically."
  >
    <Button onClick={() => void platform.server.retry()}>Try again</Button>
  </ServerErrorScreen>
);

export const ServerStartError = ({ status }: { status: ServerStatus }) => {
  const [isTrying, setIsTrying] = useState(false);
  const retry = async () => {
    setIsTrying(true);
    await platform.server.retry().finally(() => setIsTrying(false));
  };
  return (
    <ServerErrorScreen
      title="The server couldn’t start"
      problem={status.message ?? 'No reason was given.'}
      path={status.path}
      advice="No data was changed. Fix the problem, then try again."
    >
      <Button
        variant="brand"
        leftSection={<IconRefresh size="1rem" />}
        loading={isTrying}
        onClick={() => void retry()}
      >
        Try again
      </Button>
    </ServerErrorScreen>
  );
};
