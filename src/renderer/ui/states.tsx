import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Placeholder for empty content: an icon, a sentence and an action. */
export const EmptyState = ({
  icon: Icon,
  title,
  action,
  role,
}: {
  icon: typeof IconLock;
  title: string;
  action?: ReactNode;
  role?: 'alert';
}) => (
  <Stack align="center" justify="center" mih="16rem" p={32} role={role}>
    <ThemeIcon variant="light" color="gray" size={56} radius="lg" aria-hidden>
      <Icon size="1.75rem" stroke={1.5} />
    </ThemeIcon>
    <Text ta="center" maw="28rem" style={{ textWrap: 'balance' }}>
      {title}
    </Text>
    {action}
  </Stack>
);
