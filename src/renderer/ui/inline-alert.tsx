import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
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
