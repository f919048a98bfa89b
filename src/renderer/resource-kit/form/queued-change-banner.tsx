import { Box, Group } from '@mantine/core';
import { IconClockUp } from '@tabler/icons-react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence, joinSentences } from '#shared/resource-kit/labels.ts';
import { formatDateTime } from '../../ui/format.ts';
import type { ShownChange } from './use-queued-change.ts';

const getMessage = ({ change, isLoaded }: ShownChange, label: string): string => {
  if (!isLoaded) return `A change to this ${label} is waiting to be sent. This form doesn’t show it.`;
  if (change.problem) return joinSentences(['Your change wasn’t saved', change.problem.message]);
  return `This form shows your change from ${formatDateTime(change.savedAt)}, which is waiting to be sent.`;
};

/** Says that a change of the record waits for the server. */
export const QueuedChangeBanner = ({
  shown,
  resource,
}: {
  shown: ShownChange | undefined;
  resource: Resource;
}) => (
  <div role="status">
    {shown && (
      <Group
        gap="8px 12px"
        mb="md"
        px={14}
        py={10}
        c="var(--bo-warning-text)"
        bg="var(--bo-warning-background)"
        bdrs="md"
      >
        <IconClockUp size="1.125rem" aria-hidden />
        <Box flex="1 1 14rem">{getMessage(shown, inSentence(resource.label))}</Box>
      </Group>
    )}
  </div>
);
