import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';

/** Placeholder for empty content: an icon, a sentence and an action. */
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
