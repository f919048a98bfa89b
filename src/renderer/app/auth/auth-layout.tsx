import { Button, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconServer, IconSettings } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { platform } from '../../platform/index.ts';
import { useEndOfFirstFrame } from '../../ui/first-frame.ts';
import { usePageTitle } from '../../ui/page-header.tsx';
import { openSettings } from '../settings/settings-store.ts';
import classes from './auth-layout.module.css';
import { useLoaded } from './public-requests.ts';

/** The server that receives the password, so that users notice a wrong one. */
const ServerName = () => {
  const appInfo = useLoaded(platform.appInfo);
  return (
    <Group gap={6} pl={8} wrap="nowrap" c="dimmed">
      <IconServer size="1rem" aria-hidden style={{ flexShrink: 0 }} />
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <VisuallyHidden component="span">Server: </VisuallyHidden>
        {appInfo.data?.server}
      </Text>
    </Group>
  );
};

export const appName = 'Catalogue Back Office';

/** Layout of the screens before sign-in: one card on ruled paper. */
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
  useEndOfFirstFrame();
  return (
    <div className={classes.root}>
      <main className={classes.card}>
        <div className={classes.body}>
          <Group gap={10} mb={24} fw={600}>
            <Logo />
            {/* Screens without their own title show the app's name as the title. */}
            {title !== appName && appName}
          </Group>
          <Title order={1} mb={subtitle ? 4 : 20}>
            {title}
          </Title>
          {subtitle && (
            <Text mb={20} c="dimmed">
              {subtitle}
            </Text>
          )}
          {children}
        </div>
        <Group component="footer" justify="space-between" wrap="nowrap" className={classes.footer}>
          <ServerName />
          <Button
            variant="subtle"
            flex="none"
            size="compact-sm"
            leftSection={<IconSettings size="1rem" />}
            onClick={openSettings}
          >
            Settings
          </Button>
        </Group>
      </main>
    </div>
  );
};

export const Logo = () => (
  <svg width="1.75rem" height="1.75rem" viewBox="0 0 28 28" aria-hidden="true">
    <rect width="28" height="28" rx="7" fill="var(--bo-primary)" />
    <path d="M8 7h8l5 5v9a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1z" fill="var(--bo-primary-contrast)" />
    <path d="M16 7v4a1 1 0 0 0 1 1h4z" fill="var(--bo-primary)" opacity="0.35" />
    <path d="M10 15h8M10 18h6" stroke="var(--bo-primary)" strokeWidth="1.4" strokeLinecap="round" />
  </svg>
);
