import {
  Box,
  Card,
  Center,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Title,
  useMantineColorScheme,
} from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { platform } from '../../platform/index.ts';
import { FullScreenDialog } from '../../ui/full-screen-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ServerForm } from './server-form.tsx';
import { closeSettings, colorSchemes } from './settings-store.ts';
import { UpdatePanel } from './update-panel.tsx';

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
