import { Button, Group, Loader, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconServer, IconSettings } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { platform } from '../../platform/index.ts';
import { isFirstFrameShown, useEndOfFirstFrame } from '../../ui/first-frame.ts';
import { InlineAlert } from '../../ui/inline-alert.tsx';
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

const appName = 'Catalogue Back Office';

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
  // Not by `usePageTitle`, whose file would bring tooltips into the first script.
  useDocumentTitle(title === appName ? appName : `${title} – ${appName}`);
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

/** A form on these screens: an error that belongs to no field, the fields, and a button over the whole width. */
export const AuthForm = ({
  label,
  error,
  submitLabel,
  isSubmitting,
  onSubmit,
  footer,
  children,
}: {
  label: string;
  error?: ReactNode;
  submitLabel: string;
  isSubmitting: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  footer?: ReactNode;
  children: ReactNode;
}) => (
  <form noValidate onSubmit={(event) => void onSubmit(event)} aria-label={label}>
    <Stack gap="md">
      {error && <InlineAlert>{error}</InlineAlert>}
      {children}
      <Button type="submit" variant="brand" mt="xs" loading={isSubmitting} fullWidth>
        {submitLabel}
      </Button>
      {footer}
    </Stack>
  </form>
);

export const loggingInText = 'Logging you in…';

/** Placeholder while the next screen is unknown. At a start with a stored session, it keeps the shell's outline. */
export const LoadingScreen = ({ text = 'Loading…' }: { text?: string }) => {
  const progress = (
    <Stack align="center" gap="md" role="status">
      <Loader size="sm" color="gray" />
      <Text c="dimmed">{text}</Text>
    </Stack>
  );
  if (isFirstFrameShown()) return <main className={classes.framed}>{progress}</main>;
  return <AuthLayout title={appName}>{progress}</AuthLayout>;
};

export const Logo = () => (
  <svg width="1.75rem" height="1.75rem" viewBox="0 0 28 28" aria-hidden="true">
    <rect width="28" height="28" rx="7" fill="var(--bo-primary)" />
    <path d="M8 7h8l5 5v9a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1z" fill="var(--bo-primary-contrast)" />
    <path d="M16 7v4a1 1 0 0 0 1 1h4z" fill="var(--bo-primary)" opacity="0.35" />
    <path d="M10 15h8M10 18h6" stroke="var(--bo-primary)" strokeWidth="1.4" strokeLinecap="round" />
  </svg>
);
