import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Says what stands in the way, where it is; `icon` where a sign says more than that it is a problem. */
export const ProblemAlert = ({
  title,
  icon: Icon = IconAlertTriangle,
  role = 'alert',
  children,
}: {
  title?: string;
  icon?: typeof IconAlertTriangle;
  /** `status` where it hinders nothing. */
  role?: 'alert' | 'status';
  children: ReactNode;
}) => (
  <Alert
    role={role}
    color="gray"
    variant="outline"
    bg="var(--bo-danger-paper)"
    bd="1px solid var(--bo-danger)"
    styles={{ icon: { color: 'var(--bo-danger)' } }}
    icon={<Icon size="1.125rem" aria-hidden />}
    {...(title !== undefined && { title })}
  >
    {children}
  </Alert>
);
