import { Button, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './states.module.css';

/** Nothing to show: an icon, one sentence, and what to do about it. */
export const EmptyState = ({
  icon,
  title,
  action,
}: {
  icon: ReactNode;
  title: string;
  action?: ReactNode;
}) => (
  <Stack align="center" justify="center" gap="md" className={classes.root}>
    <ThemeIcon variant="light" color="gray" size={56} radius="lg" aria-hidden>
      {icon}
    </ThemeIcon>
    <Text className={classes.title}>{title}</Text>
    {action}
  </Stack>
);

/** Something could not be loaded: why, and a way to try again. */
export const ErrorState = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <Stack align="center" justify="center" gap="md" className={classes.root} role="alert">
    <ThemeIcon variant="light" color="gray" size={56} radius="lg" aria-hidden>
      <IconCloudOff size="1.75rem" stroke={1.5} />
    </ThemeIcon>
    <Text className={classes.title}>{message}</Text>
    <Button variant="default" leftSection={<IconRefresh size="1rem" />} onClick={onRetry}>
      Try again
    </Button>
  </Stack>
);
