import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { findResource } from '#shared/resources/index.ts';
import { retryServer } from '../../platform/server.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { formatTimeOrDay } from '../../ui/format.ts';
import { modals } from '../../ui/modals.ts';
import { showInfo } from '../../ui/toasts.tsx';
import { queuedParam } from '../list-params.ts';
import { fillPathWithRecord, getRecordPath } from '../record-paths.ts';
import classes from './queue-panel.module.css';
import { retryWaiting, sendQueue } from './send-queue.ts';
import { discardUnreadable, discardWaiting, getRecordKey, useQueue, type WaitingSave } from './waiting-saves.ts';

const modalId = 'queue';

/** Address of the form that shows a save. */
const getFormPath = (save: WaitingSave): string => {
  const { path, recordId, base, values } = save;
  const resource = findResource(save.resource);
  if (recordId === null || !resource) {
    const [pathname, search] = path.split('?');
    const parameters = new URLSearchParams(search);
    parameters.set(queuedParam, getRecordKey(save));
    return `${pathname}?${parameters}`;
  }
  const record = base ?? { ...values, _id: recordId };
  const { edit } = screenPaths(resource.paths);
  return edit ? fillPathWithRecord(edit, record) : getRecordPath(resource, record);
};

const confirmDiscard = async (save: WaitingSave): Promise<void> => {
  const isConfirmed = await openConfirm({
    title: 'Discard this change?',
    message: `“${save.title}” won’t be saved on the server. This can’t be undone.`,
    confirmLabel: 'Discard',
    isDestructive: true,
  });
  if (isConfirmed && !(await discardWaiting(save)))
    showInfo('This change is open in a form, or being sent. Close the form first.');
};

const getDescription = ({ resource, recordId, follows, savedAt }: WaitingSave): string => {
  const label = findResource(resource)?.label ?? resource;
  const kind = recordId !== null || follows !== null ? 'changed' : 'new';
  return `${label}, ${kind} · ${formatTimeOrDay(savedAt)}`;
};

const whenNotSending = (id: string): Promise<void> =>
  new Promise((resolve) => {
    if (useQueue.getState().sendingId !== id) return resolve();
    const stop = useQueue.subscribe(({ sendingId }) => {
      if (sendingId === id) return;
      stop();
      resolve();
    });
  });

const Item = ({ save, onEdit }: { save: WaitingSave; onEdit: (path: string) => void }) => {
  const isSending = useQueue(({ sendingId }) => sendingId === save.id);
  const { problem, title } = save;
  const isConflict = problem?.kind === 'conflict';
  // A press in the moment in which it is being sent counts when that ends.
  const edit = async () => {
    await whenNotSending(save.id);
    const current = useQueue.getState().saves.find(({ id }) => id === save.id);
    if (current) onEdit(getFormPath(current));
    else showInfo(`“${title}” has been sent.`);
  };
  return (
    <li className={classes.item} aria-label={title}>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Text fw={600} truncate>
          {title}
        </Text>
        <Badge color={problem && !isSending ? 'red' : undefined}>
          {isSending ? 'Sending…' : problem ? 'Needs attention' : 'Waiting'}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {getDescription(save)}
      </Text>
      {problem && (
        <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {problem.message}
        </Text>
      )}
      <Group gap="xs" mt={8}>
        <Button
          size="compact-sm"
          aria-label={`${isConflict ? 'Compare' : 'Edit'} ${title}`}
          onClick={() => void edit()}
        >
          {isConflict ? 'Compare' : 'Edit'}
        </Button>
        {problem && !isConflict && (
          <Button size="compact-sm" aria-label={`Send ${title} again`} onClick={() => void retryWaiting(save)}>
            Send again
          </Button>
        )}
        <Button size="compact-sm" aria-label={`Discard ${title}`} onClick={() => void confirmDiscard(save)}>
          Discard
        </Button>
      </Group>
    </li>
  );
};

const UnreadableChanges = ({ count }: { count: number }) => (
  <Group gap="xs" justify="space-between">
    <Text size="sm" flex="1 1 16rem">
      {count === 1 ? '1 change can’t be read here.' : `${count} changes can’t be read here.`} The server’s key is
      missing or has changed, or the stored data is damaged.
    </Text>
    <Button size="compact-sm" onClick={() => void discardUnreadable()}>
      Discard
    </Button>
  </Group>
);

const sendNow = async (): Promise<void> => {
  await retryServer();
  await sendQueue();
  if (useQueue.getState().saves.some(({ problem }) => !problem))
    showInfo('Some changes couldn’t be sent yet. They’re sent automatically when the server can be reached.');
};

const QueuePanel = ({ onEdit }: { onEdit: (path: string) => void }) => {
  const { saves, count, sendingId, isReadable } = useQueue();
  const unreadable = count - saves.length;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {count === 0
          ? 'No changes are waiting.'
          : 'These changes are saved on this computer only. They’re sent in this order when the server can be reached.'}
      </Text>
      {!isReadable && count > 0 && <Text size="sm">You can see and edit them when the server can be reached.</Text>}
      <ul className={classes.list} aria-label="Waiting changes">
        {saves.map((save) => (
          <Item key={save.id} save={save} onEdit={onEdit} />
        ))}
      </ul>
      {isReadable && unreadable > 0 && <UnreadableChanges count={unreadable} />}
      <Group justify="flex-end">
        <Button onClick={() => modals.close(modalId)}>Close</Button>
        <Button variant="brand" disabled={saves.length === 0 || sendingId !== null} onClick={() => void sendNow()}>
          Send now
        </Button>
      </Group>
    </Stack>
  );
};

/** Shows the changes that wait for the server. Dialogs are outside the router, so they get `navigate`. */
export const openQueuePanel = (navigate: (path: string) => void): void => {
  const edit = (path: string) => {
    modals.close(modalId);
    navigate(path);
  };
  const title = 'Changes waiting to be sent';
  modals.open({ modalId, title, size: 'md', children: <QueuePanel onEdit={edit} /> });
};
