import { Box, Group } from '@mantine/core';
import type { IconClockUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';

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
