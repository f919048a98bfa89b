import { Button, Group } from '@mantine/core';

/** What goes on, how far it is, and a button that ends it where it can be ended. */
export const ProgressNote = ({
  message,
  detail,
  onCancel,
}: {
  message: string;
  detail: string;
  onCancel: (() => void) | null;
}) => (
  <Group justify="space-between" wrap="nowrap" gap="sm">
    <span>
      {message}
      {/* Read out at every change, it would drown everything else. */}
      <span aria-hidden className="bo-tabular">
        {detail && ` ${detail}`}
      </span>
    </span>
    {onCancel && (
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        Cancel
      </Button>
    )}
  </Group>
);
