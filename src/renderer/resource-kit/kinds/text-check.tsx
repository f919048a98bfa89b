import { Group, Text } from '@mantine/core';
import { IconAccessible } from '@tabler/icons-react';
import { useDeferredValue, useMemo } from 'react';
import { describeTextIssues } from '#shared/text-issues.ts';

/** Says what to correct in a formatted text before it is published. */
export const TextCheck = ({ html }: { html: string }) => {
  const checked = useDeferredValue(html);
  const issues = useMemo(() => describeTextIssues(checked), [checked]);
  return (
    issues !== null && (
      <Group gap={6} mt={6} wrap="nowrap" align="flex-start" c="dimmed">
        <IconAccessible size="1rem" aria-hidden style={{ flex: 'none' }} />
        <Text size="xs">{`Check before publishing: ${issues}`}</Text>
      </Group>
    )
  );
};
