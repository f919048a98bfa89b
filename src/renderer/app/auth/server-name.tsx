import { Group, Text } from '@mantine/core';
import { IconServer } from '@tabler/icons-react';

/** The server that receives the password, so that users notice a wrong one. */
export const ServerName = ({ name }: { name: string }) => (
  <Group gap={6} wrap="nowrap" c="dimmed">
    <IconServer size="1rem" aria-hidden style={{ flexShrink: 0 }} />
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {`Server: ${name}`}
    </Text>
  </Group>
);
