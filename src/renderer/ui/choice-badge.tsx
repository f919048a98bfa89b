import { Badge } from '@mantine/core';

export const ChoiceBadge = ({ label }: { label: string }) => (
  <Badge variant="default" tt="none" fw={500} radius="xl">
    {label}
  </Badge>
);
