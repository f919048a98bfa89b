import { Button, Group, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { RecordOf } from '#shared/resource-kit/define-resource.ts';
import { helpMessage } from '#shared/resources/help-message.ts';
import { getClient } from '../../resource-kit/client.ts';
import { reportError } from '../../resource-kit/errors.ts';
import { useSaveRecord } from '../../resource-kit/hooks.ts';
import { usePollInterval } from '../../resource-kit/live/live.ts';
import { queryKeys } from '../../resource-kit/query-client.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { DraftBanner, useUnsentText } from '../../resource-kit/save/use-draft.tsx';
import { useCan } from '../../resource-kit/session-store.ts';
import { useAnnouncedChanges } from '../../ui/announcements.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { GrowingTextarea } from '../../ui/growing-textarea.tsx';
import { keepToastsAbove } from '../../ui/keep-toasts-above.ts';
import { EmptyState } from '../../ui/states.tsx';
import classes from './conversation.module.css';

const client = getClient(helpMessage);
const pageSize = 100;
const pollInterval = 15_000;

/** The messages of a chat, oldest first. Those before the latest hundred are loaded on request. */
const useMessages = (chatId: string) => {
  const filters = { helpSupportId: chatId };
  return useInfiniteQuery({
    queryKey: queryKeys.list(helpMessage.name, filters),
    queryFn: ({ pageParam, signal }) =>
      // Unsorted lists are newest first, which keeps the order of messages with equal timestamps.
      client.list({ pageIndex: pageParam, pageSize, query: '', sort: null, filters }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length : undefined),
    refetchInterval: usePollInterval(pollInterval),
    select: ({ pages }) => pages.flatMap(({ data }) => data).reverse(),
  });
};

const emptyMessage = { text: '' };

const authors = { GUEST: 'Guest', STAFF: 'Staff' };

type Message = RecordOf<typeof helpMessage>;

const describeMessage = ({ author, text }: Message): string => (author ? `${authors[author]}: ${text}` : text);

export const MessageList = ({ messages }: { messages: readonly Message[] }) => {
  const list = useRef<HTMLOListElement>(null);
  const lastMessage = messages.at(-1);
  const lastId = lastMessage?._id;
  useEffect(() => {
    if (lastId) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [lastId]);
  useAnnouncedChanges(lastMessage ? describeMessage(lastMessage) : '');
  return (
    // The live region announces new messages, but not earlier ones that are loaded.
    <div role="log" aria-live="off" aria-label="Conversation">
      <ol ref={list} className={classes.messages}>
        {messages.map(({ _id, author, text, createdAt }) => (
          <li key={_id} className={classes.message} data-author={author}>
            <Text fz="xs" c="dimmed">
              {[author && authors[author], formatDateTime(createdAt)].filter(Boolean).join(' · ')}
            </Text>
            <p className={classes.text}>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
};

export const Conversation = ({ chatId, children }: { chatId: string; children: ReactNode }) => {
  const messages = useMessages(chatId);
  const can = useCan(helpMessage.name);
  const save = useSaveRecord(helpMessage);
  const { pathname } = useLocation();
  const input = useRef<HTMLTextAreaElement>(null);
  const { value, change, unreadableDraft } = useUnsentText({
    resource: helpMessage.name,
    place: pathname,
    initial: emptyMessage,
  });
  const { text } = value;
  const sendMessage = () => {
    if (text.trim() === '' || save.isPending) return;
    save.mutate(
      { values: { helpSupportId: chatId, author: 'STAFF', text } },
      {
        onSuccess: () => {
          // The message that was sent goes, text typed after it stays.
          const latest = input.current?.value ?? '';
          change({ text: latest.startsWith(text) ? latest.slice(text.length).trimStart() : latest });
          input.current?.focus();
        },
        onError: (error) => reportError(error),
      },
    );
  };
  return (
    <div className={classes.card}>
      <div className={classes.scroller}>
        {messages.isError && !messages.data && <QueryError query={messages} />}
        {messages.hasNextPage && (
          <Button variant="subtle" loading={messages.isFetchingNextPage} onClick={() => void messages.fetchNextPage()}>
            Show earlier messages
          </Button>
        )}
        {messages.data?.length === 0 && <EmptyState icon={IconSend} title="No messages yet" />}
        {messages.data && <MessageList messages={messages.data} />}
      </div>
      <Stack
        component="form"
        gap={12}
        className={classes.composer}
        ref={keepToastsAbove}
        aria-label="Write a message"
        onSubmit={(event) => {
          event.preventDefault();
          sendMessage();
        }}
      >
        <DraftBanner draft={unreadableDraft} />
        <GrowingTextarea
          label="Message"
          minRows={2}
          maxRows={6}
          ref={input}
          value={text}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          disabled={!can('create')}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) sendMessage();
          }}
        />
        <Group justify="flex-end" gap={12}>
          {children}
          <Button type="submit" variant="brand" disabled={text.trim() === ''} loading={save.isPending}>
            Send
          </Button>
        </Group>
      </Stack>
    </div>
  );
};
