import { Group, Text, VisuallyHidden } from '@mantine/core';
import { IconServer } from '@tabler/icons-react';
import { platform } from '../../platform/index.ts';
import { useLoaded } from './public-requests.ts';

/** The server that receives the password, so that users notice a wrong one. */
export const ServerName = () => {
  const appInfo = useLoaded(platform.appInfo);
  return (
    <Group gap={6} pl={8} wrap="nowrap" c="dimmed">
      <IconServer size="1rem" aria-hidden style={{ flexShrink: 0 }} />
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <VisuallyHidden component="span">Server: </VisuallyHidden>
        {appInfo.data?.server}
      </Text>
    </Group>
  );
};
