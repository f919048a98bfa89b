import { IconClockUp } from '@tabler/icons-react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence, joinSentences } from '#shared/resource-kit/labels.ts';
import { formatDateTime } from '../../ui/format.ts';
import { WarningBanner } from '../../ui/inline-alert.tsx';
import type { ShownChange } from './use-queued-change.ts';

const getMessage = ({ change, isLoaded }: ShownChange, label: string): string => {
  if (!isLoaded) return `A change to this ${label} is waiting to be sent. This form doesn’t show it.`;
  if (change.problem) return joinSentences(['Your change wasn’t saved', change.problem.message]);
  return `This form shows your change from ${formatDateTime(change.savedAt)}, which is waiting to be sent.`;
};

/** Says that a change of the record waits for the server. */
export const QueuedChangeBanner = ({ shown, resource }: { shown: ShownChange | undefined; resource: Resource }) => (
  <div role="status">
    {shown && <WarningBanner Icon={IconClockUp} text={getMessage(shown, inSentence(resource.label))} mb="md" />}
  </div>
);
