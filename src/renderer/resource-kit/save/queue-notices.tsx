import { Badge, Box, Button, Group } from '@mantine/core';
import { IconClockUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { WarningBanner } from '../../ui/inline-alert.tsx';
import type { Column } from '../../ui/table-columns.ts';
import { reportError } from '../errors.ts';
import { useQueue, useWaitingSave } from './waiting-saves.ts';

const useOpenPanel = (): (() => void) => {
  const navigate = useNavigate();
  return () => {
    const edit = (path: string) => void navigate(path);
    import('./queue-panel.tsx').then(({ openQueuePanel }) => openQueuePanel(edit), reportError);
  };
};

/** Number of changes that wait for the server; opens their list. Renders nothing without one. */
export const QueueButton = () => {
  const count = useQueue((queue) => queue.count);
  const openPanel = useOpenPanel();
  if (count === 0) return null;
  return (
    <Button size="compact-sm" leftSection={<IconClockUp size="1rem" aria-hidden />} onClick={openPanel} flex="none">
      {count === 1 ? '1 change waiting' : `${count} changes waiting`}
    </Button>
  );
};

const Notice = ({ text, mb }: { text: string; mb?: string }) => {
  const openPanel = useOpenPanel();
  return (
    <WarningBanner Icon={IconClockUp} text={text} mb={mb}>
      <Button size="compact-sm" onClick={openPanel}>
        Show
      </Button>
    </WarningBanner>
  );
};

/** Says above a list how many new records wait for the server. */
export const WaitingRecords = ({ resource }: { resource: Resource }) => {
  const count = useQueue(
    ({ saves }) =>
      saves.filter((save) => save.resource === resource.name && save.recordId === null && save.follows === null).length,
  );
  if (count === 0) return null;
  const text = count === 1 ? '1 new record is' : `${count} new records are`;
  return <Notice text={`${text} waiting to be sent, and not in this list yet.`} />;
};

/** Says that a change of the record waits for the server. */
export const WaitingChange = ({ resource, id }: { resource: Resource; id: string }) => {
  if (!useWaitingSave(resource.name, id)) return null;
  const label = inSentence(resource.label);
  return <Notice mb="md" text={`You see a change to this ${label} that is waiting to be sent.`} />;
};

const PendingMark = ({ resource, id, children }: { resource: Resource; id: string; children: ReactNode }) => {
  const isPending = useWaitingSave(resource.name, id) !== undefined;
  if (!isPending) return children;
  return (
    <Group wrap="nowrap" gap={8}>
      <Box miw={0}>{children}</Box>
      <Badge flex="none">Pending</Badge>
    </Group>
  );
};

/** Marks the rows of records with a waiting change, in the column that identifies them. */
export const markPending = <Row extends AnyRecord>(resource: Resource, column: Column<Row>): Column<Row> =>
  column.isMain
    ? {
        ...column,
        cell: (record, index) => (
          <PendingMark resource={resource} id={record._id}>
            {column.cell(record, index)}
          </PendingMark>
        ),
      }
    : column;
