import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { ServerStatus } from '#shared/ipc.ts';
import { retryServer } from '../../platform/server.ts';
import { formatDateTime } from '../../ui/format.ts';
import { TopLayerDialog } from '../../ui/top-layer-dialog.tsx';
import { ChangeServerButton } from '../server-notices.tsx';
import { AuthLayout } from './auth-layout.tsx';

const describeLockOwner = ({ lock }: ServerStatus): string => {
  if (!lock) return 'Another copy of Catalogue Back Office has it open.';
  const location = lock.computer ? `on ${lock.computer}` : 'on this computer';
  return lock.since
    ? `Another copy of Catalogue Back Office has had it open ${location} since ${formatDateTime(lock.since)}.`
    : `Another copy of Catalogue Back Office has it open ${location}.`;
};

/** Covers the app while its server can't start, or waits until another copy releases the data folder. */
export const ServerErrorScreen = ({ status }: { status: ServerStatus }) => {
  const [isRetrying, setIsRetrying] = useState(false);
  const isLocked = status.state === 'locked';
  const title = isLocked ? 'This data is in use' : 'The server couldn’t start';
  const message = isLocked
    ? `${describeLockOwner(status)} Only one copy can use it at a time.`
    : (status.message ?? 'No reason was given.');
  const retry = async () => {
    setIsRetrying(!isLocked);
    await retryServer().finally(() => setIsRetrying(false));
  };
  return (
    <TopLayerDialog label={title}>
      <AuthLayout title={title}>
        <Stack gap="md" role="alert">
          <Text>{message}</Text>
          {status.path && (
            <Code bg="var(--bo-selected)" px="sm" py={8} style={{ overflowWrap: 'anywhere' }}>
              {status.path}
            </Code>
          )}
          <Text c="dimmed">
            {isLocked
              ? 'Close the other copy, and this one opens automatically.'
              : 'No data was changed. Fix the problem, then try again.'}
          </Text>
          <Group gap="sm">
            <Button
              {...(!isLocked && { variant: 'brand', leftSection: <IconRefresh size="1rem" /> })}
              loading={isRetrying}
              onClick={() => void retry()}
            >
              Try again
            </Button>
            <ChangeServerButton />
          </Group>
        </Stack>
      </AuthLayout>
    </TopLayerDialog>
  );
};
