import { Badge } from '@mantine/core';

/** One of a few values, as a quiet badge. */
export const ChoiceBadge = ({ label }: { label: string }) => (
  <Badge variant="default" tt="none" fw={500} radius="xl">
    {label}
  </Badge>
);
