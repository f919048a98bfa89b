import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconHistory, IconPlayerPlay, IconSend, IconTrash, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  deliveryListResponseSchema,
  deliveryResponseSchema,
  type Webhook,
  type WebhookDelivery,
  webhookListResponseSchema,
  webhookResponseSchema,
} from '#shared/webhooks.ts';
import { request } from '../../resource-kit/client.ts';
import { attempt, getFieldErrors, reportError } from '../../resource-kit/errors.ts';
import { ListSection } from '../../resource-kit/form/list-section.tsx';
import { refetchQueries } from '../../resource-kit/query-client.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { openConfirm } from '../../ui/confirm.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { openDialog } from '../../ui/modals.ts';
import { PlainTable } from '../../ui/plain-table.tsx';
import { showError, showSuccess } from '../../ui/toasts.tsx';
import { ItemText, openCreate, ShownOnce } from './shown-once.tsx';
import classes from './website-page.module.css';

const webhooksPath = '/website/webhooks';
const getPath = ({ _id }: Pick<Webhook, '_id'>, rest = '') => `${webhooksPath}/${encodeURIComponent(_id)}${rest}`;

const pauseTexts = {
  failing: 'no message arrived for a day',
  gone: 'the receiver answered that it is gone',
  restored: 'a backup was restored',
} as const;

const describeWebhook = ({ failingSince, pausedAt, pauseReason }: Webhook): string => {
  if (pausedAt !== null) {
    const reason = pauseReason === null ? '' : `: ${pauseTexts[pauseReason]}`;
    return `Paused ${formatDateTime(pausedAt)}${reason}`;
  }
  return failingSince === null ? 'On' : `On · Failing since ${formatDateTime(failingSince)}`;
};

/** Shows the result of a message that was just sent. */
const showResult = ({ state, status, error }: WebhookDelivery): void => {
  if (state === 'delivered') showSuccess(`Message received (${status})`);
  else showError(error ?? 'The message could not be sent');
};

const sendMessage = (path: string) =>
  attempt(async () => {
    showResult(deliveryResponseSchema.parse(await request('POST', path, { body: {} })).data);
    await refetchQueries(['website', 'webhooks']);
  });

/** Asks for the address of a webhook, and then shows its secret once. */
const CreateWebhook = ({ onClose }: { onClose: () => void }) => {
  const [secret, setSecret] = useState<string>();
  const form = useForm({ defaultValues: { url: '' } });
  const { errors, isSubmitting } = form.formState;
  const create = form.handleSubmit(async (body) => {
    try {
      setSecret(webhookResponseSchema.parse(await request('POST', webhooksPath, { body })).secret);
    } catch (error) {
      const [known] = getFieldErrors(error);
      if (known) form.setError('url', { message: known.message });
      else reportError(error);
    }
    await refetchQueries(['website', 'webhooks']);
  });
  if (secret !== undefined)
    return (
      <ShownOnce
        label="Secret"
        text={secret}
        hint="The receiver needs it to check that messages come from here."
        onClose={onClose}
      />
    );
  return (
    <form noValidate onSubmit={(event) => void create(event)} aria-label="Create webhook">
      <Stack gap="md">
        <TextInput
          label="Receiver"
          description="The address to which the server sends a message when something public has changed"
          placeholder="https://www.example.com/hooks"
          inputMode="url"
          maxLength={1000}
          spellCheck={false}
          data-autofocus
          error={errors.url?.message}
          {...form.register('url', { validate: (url) => url.trim() !== '' || 'Receiver is required' })}
        />
        <Group justify="flex-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="brand" loading={isSubmitting}>
            Create webhook
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const describeState = ({ state, attempts, error, nextAttemptAt }: WebhookDelivery): string => {
  const count = attempts > 1 ? ` after ${attempts} attempts` : '';
  if (state === 'delivered') return `Received${count}`;
  if (state === 'failed') return `Failed${count}. ${error ?? ''}`;
  if (attempts === 0) return 'Waiting';
  const next = nextAttemptAt === null ? '' : ` Next attempt ${formatDateTime(nextAttemptAt)}.`;
  return `${error ?? 'Being sent'}.${next}`;
};

const Messages = ({ webhook }: { webhook: Webhook }) => {
  const path = getPath(webhook, '/messages');
  const query = useQuery({
    queryKey: ['website', 'webhooks', webhook._id],
    queryFn: async ({ signal }) => deliveryListResponseSchema.parse(await request('GET', path, { signal })).data,
    staleTime: 0,
    refetchInterval: 5000,
  });
  if (query.isLoadingError) return <QueryError query={query} />;
  if (query.data?.length === 0) return <Text c="dimmed">No messages yet</Text>;
  return (
    <PlainTable
      label="Messages"
      mah="24rem"
      className={classes.reads}
      columns={['Time', 'About', 'Result', 'Send again']}
    >
      {query.data?.map((message) => (
        <tr key={message._id}>
          <td className="bo-tabular">{formatDateTime(message.createdAt)}</td>
          <td>{message.type === 'test' ? 'Test' : 'Changes'}</td>
          <td className={classes.request}>{describeState(message)}</td>
          <td>
            <IconButton
              isSmall
              label={`Send message of ${formatDateTime(message.createdAt)} again`}
              icon={<IconSend size="1rem" />}
              onClick={() => void sendMessage(`${path}/${encodeURIComponent(message._id)}/replay`)}
            />
          </td>
        </tr>
      ))}
    </PlainTable>
  );
};

const openMessages = (webhook: Webhook) =>
  openDialog({ title: 'Messages', size: '56rem', render: () => <Messages webhook={webhook} /> });

/** Sends a change, shows its message, and refetches the webhooks. */
const change = async (method: 'POST' | 'DELETE', path: string): Promise<void> => {
  await attempt(async () =>
    showSuccess((await request<{ message?: string }>(method, path, method === 'POST' ? { body: {} } : {})).message),
  );
  await refetchQueries(['website', 'webhooks']);
};

const remove = async (webhook: Webhook) => {
  const isConfirmed = await openConfirm({
    title: `Delete the webhook of ${webhook.url}?`,
    message: 'The receiver gets no more messages, and its messages are deleted here.',
    confirmLabel: 'Delete',
    isDestructive: true,
  });
  if (isConfirmed) await change('DELETE', getPath(webhook));
};

export const WebhooksSection = () => {
  const query = useQuery({
    queryKey: ['website', 'webhooks'],
    queryFn: async ({ signal }) => webhookListResponseSchema.parse(await request('GET', webhooksPath, { signal })).data,
    staleTime: 0,
  });
  return (
    <ListSection
      title="Webhooks"
      description="Tell a website at once that something has changed, so that it reads only what is new."
      query={query}
      renderItem={(webhook) => (
        <>
          <ItemText title={webhook.url} detail={describeWebhook(webhook)} />
          {webhook.pausedAt !== null && (
            <Button
              size="compact-md"
              leftSection={<IconPlayerPlay size="1rem" />}
              onClick={() => void change('POST', getPath(webhook, '/resume'))}
            >
              Resume
            </Button>
          )}
          <IconButton
            label={`Send a test to ${webhook.url}`}
            tooltip="Send a test"
            icon={<IconSend size="1.125rem" />}
            onClick={() => void sendMessage(getPath(webhook, '/test'))}
          />
          <IconButton
            label={`Messages to ${webhook.url}`}
            tooltip="Messages"
            icon={<IconHistory size="1.125rem" />}
            onClick={() => openMessages(webhook)}
          />
          <IconButton
            label={`Delete webhook of ${webhook.url}`}
            tooltip="Delete"
            icon={<IconTrash size="1.125rem" />}
            onClick={() => void remove(webhook)}
          />
        </>
      )}
      action={
        <Button
          leftSection={<IconWebhook size="1rem" />}
          onClick={() => openCreate('Create webhook', (close) => <CreateWebhook onClose={close} />)}
        >
          Create webhook…
        </Button>
      }
    />
  );
};
