import {
  Box,
  Button,
  Card,
  Center,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Title,
  useMantineColorScheme,
} from '@mantine/core';
import { IconRefresh, IconRotateClockwise, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { UpdateStatus } from '#shared/ipc-schemas.ts';
import { type Platform, platform } from '../../platform/index.ts';
import { queryClient } from '../../resource-kit/query-client.ts';
import { FullScreenDialog } from '../../ui/full-screen-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ServerForm } from './server-form.tsx';
import { closeSettings, colorSchemes } from './settings-store.ts';
import { ShortcutsForm } from './shortcuts-form.tsx';
import { describeUpdateStatus } from './update-status.ts';

const Section = ({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children: ReactNode;
}) => (
  <Card component="section" withBorder radius="lg" padding="lg" shadow="xs" aria-label={title}>
    <Title order={2}>{title}</Title>
    <Text c="dimmed" mb="md">
      {description}
    </Text>
    {children}
  </Card>
);

const AppearanceControl = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Appearance"
      value={colorScheme}
      onChange={(value) => setColorScheme(value)}
      data={colorSchemes.map(({ value, label, icon: Icon }) => ({
        value,
        label: (
          <Center style={{ gap: 8 }}>
            <Icon size="1rem" stroke={1.75} aria-hidden />
            {label}
          </Center>
        ),
      }))}
    />
  );
};

type Updates = NonNullable<Platform['updates']>;

const statusKey = ['updateStatus'];

const useUpdateStatus = (updates: Updates): UpdateStatus | undefined => {
  useEffect(
    () => updates.onStatus((status) => queryClient.setQueryData<UpdateStatus>(statusKey, status)),
    [updates],
  );
  return useQuery({ queryKey: statusKey, queryFn: updates.status, staleTime: 0, gcTime: 0 }).data;
};

const UpdatePanel = ({ updates }: { updates: Updates }) => {
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

export const Settings = () => {
  const { serverChoice, updates } = platform;
  const serverSetting = useQuery({
    queryKey: ['serverChoice'],
    queryFn: () => serverChoice?.get() ?? null,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <FullScreenDialog label="Settings" onCancel={closeSettings}>
      <Box component="main" maw="44rem" mih="100%" mx="auto" p={24}>
        <Group component="header" justify="space-between" mb="md">
          <Title order={1}>Settings</Title>
          <IconButton label="Close settings" icon={<IconX size="1.125rem" />} onClick={closeSettings} />
        </Group>
        <Stack gap="md">
          {serverChoice && serverSetting.data && (
            <Section title="Server" description="Where your catalogue and website data is stored.">
              <ServerForm serverChoice={serverChoice} setting={serverSetting.data} />
            </Section>
          )}
          <Section title="Appearance" description="How the app looks on this computer.">
            <AppearanceControl />
          </Section>
          <Section title="Keyboard shortcuts" description="Single-key shortcuts on this computer.">
            <ShortcutsForm />
          </Section>
          {updates && (
            <Section title="Updates" description="Keep the app up to date.">
              <UpdatePanel updates={updates} />
            </Section>
          )}
        </Stack>
      </Box>
    </FullScreenDialog>
  );
};
