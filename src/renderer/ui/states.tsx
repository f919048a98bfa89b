import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { SheetsIllustration } from './sheets-illustration.tsx';

/** Placeholder for empty content: an icon, or sheets of paper with it, a sentence and an action. */
export const EmptyState = ({
  icon: Icon,
  title,
  action,
  isIllustrated = false,
  role,
}: {
  icon: ComponentType<{ size?: string | number }>;
  title: string;
  action?: ReactNode;
  isIllustrated?: boolean;
  role?: 'alert';
}) => (
  <Stack align="center" justify="center" mih="16rem" p={32} role={role}>
    {isIllustrated ? (
      <SheetsIllustration icons={[Icon]} />
    ) : (
      <ThemeIcon variant="light" color="gray" size={56} radius="lg" aria-hidden>
        <Icon size="1.75rem" />
      </ThemeIcon>
    )}
    <Text ta="center" maw="28rem" fw={isIllustrated ? 600 : undefined} style={{ textWrap: 'balance' }}>
      {title}
    </Text>
    {action}
  </Stack>
);
