import { Button, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Nothing to show: an icon, one sentence, and what to do about it. */
export const EmptyState = ({
  icon,
  title,
  action,
  role,
}: {
  icon: ReactNode;
  title: string;
  action?: ReactNode;
  role?: 'alert';
}) => (
  <Stack align="center" justify="center" mih="16rem" p={32} role={role}>
    <ThemeIcon variant="light" color="gray" size={56} radius="lg" aria-hidden>
      {icon}
    </ThemeIcon>
    <Text ta="center" maw="28rem" style={{ textWrap: 'balance' }}>
      {title}
    </Text>
    {action}
  </Stack>
);

/** Something could not be loaded: why, and a way to try again. */
export const ErrorState = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <EmptyState
    role="alert"
    icon={<IconCloudOff size="1.75rem" stroke={1.5} />}
    title={message}
    action={
      <Button variant="default" leftSection={<IconRefresh size="1rem" />} onClick={onRetry}>
        Try again
      </Button>
    }
  />
);
