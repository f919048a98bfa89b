import { Button, Group, Text } from '@mantine/core';
import { IconRefresh, IconRotateClockwise } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UpdateStatus } from '#shared/ipc-schemas.ts';
import { type Platform, platform } from '../../platform/index.ts';
import { queryClient } from '../../resource/query-client.ts';
import { describeUpdateStatus } from './update-status.ts';

type Updates = NonNullable<Platform['updates']>;

const statusKey = ['updateStatus'];

const useUpdateStatus = (updates: Updates): UpdateStatus | undefined => {
  useEffect(
    () => updates.onStatus((status) => queryClient.setQueryData<UpdateStatus>(statusKey, status)),
    [updates],
  );
  return useQuery({ queryKey: statusKey, queryFn: updates.status, staleTime: 0, gcTime: 0 }).data;
};

export const UpdatePanel = ({ updates }: { updates: Updates }) => {
  const status = useUpdateStatus(updates);
  const info = useQuery({ queryKey: ['appInfo'], queryFn: platform.appInfo });
  if (!status) return null;
  return (
    <Group justify="space-between">
      <div>
        <Text>{info.data ? `Version ${info.data.version}` : ''}</Text>
        <Text role="status" c="dimmed">
          {describeUpdateStatus(status)}
        </Text>
      </div>
      {status.state === 'ready' && (
        <Button
          variant="brand"
          leftSection={<IconRotateClockwise size="1rem" />}
          onClick={() => void updates.install()}
        >
          Restart to update
        </Button>
      )}
      {status.state !== 'ready' && status.state !== 'off' && (
        <Button
          leftSection={<IconRefresh size="1rem" />}
          loading={status.state === 'checking' || status.state === 'downloading'}
          onClick={() => void updates.check()}
        >
          Check for updates
        </Button>
      )}
    </Group>
  );
};
