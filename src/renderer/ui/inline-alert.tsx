import { Alert, Box, Group } from '@mantine/core';
import { IconAlertTriangle, type IconClockUp } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';

/** Inline error message. */
export const InlineAlert = ({
  title,
  icon: Icon = IconAlertTriangle,
  role = 'alert',
  ref,
  children,
}: {
  title?: string;
  icon?: typeof IconAlertTriangle;
  /** Use `status` for a warning that doesn't block the user. */
  role?: 'alert' | 'status';
  /** Makes the message focusable. */
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}) => (
  <Alert
    role={role}
    {...(ref && { ref, tabIndex: -1 })}
    color="gray"
    variant="outline"
    bg="var(--bo-danger-background)"
    bd="1px solid var(--bo-danger)"
    styles={{ icon: { color: 'var(--bo-danger)' } }}
    icon={<Icon size="1.125rem" aria-hidden />}
    {...(title !== undefined && { title })}
  >
    {children}
  </Alert>
);

/** A message that asks for attention above a form, a list or a record; `children` are its buttons. */
export const WarningBanner = ({
  Icon,
  text,
  mb,
  children,
}: {
  Icon: typeof IconClockUp;
  text: string;
  mb?: string;
  children?: ReactNode;
}) => (
  <Group gap="8px 12px" mb={mb} px={14} py={10} c="var(--bo-warning-text)" bg="var(--bo-warning-background)" bdrs="md">
    <Icon size="1.125rem" aria-hidden />
    <Box flex="1 1 14rem">{text}</Box>
    {children}
  </Group>
);
