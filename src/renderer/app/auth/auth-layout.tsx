import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { Logo } from '../logo.tsx';
import { openSettings } from '../settings/settings-store.ts';
import classes from './auth-layout.module.css';
import { DeskIllustration } from './desk-illustration.tsx';

/** Layout of the screens before sign-in. */
export const AuthLayout = ({
  title,
  subtitle,
  children,
}: {
  title: string;
  subtitle?: string;
  children: ReactNode;
}) => {
  usePageTitle([title]);
  return (
    <div className={classes.root}>
      <Stack component="main" gap={0} px="clamp(1.5rem, 5vw, 5rem)" py="2rem">
        <Group gap={10} fw={600}>
          <Logo />
          Catalogue Back Office
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconSettings size="1rem" stroke={1.75} />}
            onClick={openSettings}
            ms="auto"
          >
            Settings
          </Button>
        </Group>
        <Box w="100%" maw="23.5rem" m="auto" p="2rem 0 4rem">
          <Title order={1} mb={subtitle ? 8 : 24} fz="1.75rem" lts="-0.015em">
            {title}
          </Title>
          {subtitle && (
            <Text mb="1.75rem" c="dimmed" lh={1.55}>
              {subtitle}
            </Text>
          )}
          {children}
        </Box>
      </Stack>
      <div className={classes.illustration} aria-hidden>
        <DeskIllustration />
      </div>
    </div>
  );
};
