import { Button, Group } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';

/** A message with a button that does once more what it says failed. */
export const RetryOffer = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <Group justify="space-between" wrap="nowrap" gap="sm">
    <span>{message}</span>
    <Button
      size="compact-sm"
      flex="none"
      variant="default"
      leftSection={<IconRefresh size="0.875rem" />}
      onClick={onRetry}
    >
      Try again
    </Button>
  </Group>
);
