import { Button, type ButtonProps, Group } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';

export const ToastAction = ({
  message,
  ...button
}: { message: ReactNode } & ButtonProps & ComponentPropsWithoutRef<'button'>) => (
  <Group justify="space-between" wrap="nowrap" gap="sm">
    <span>{message}</span>
    {button.onClick && <Button size="compact-sm" flex="none" {...button} />}
  </Group>
);
