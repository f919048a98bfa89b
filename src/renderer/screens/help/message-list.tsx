import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { RecordOf } from '#shared/resource/define-resource.ts';
import type { helpMessage } from '#shared/resources/help-message.ts';
import { formatDateTime } from '../../ui/format.ts';
import classes from './conversation.module.css';

const authors = { GUEST: 'Guest', STAFF: 'Staff' };

export const MessageList = ({ messages }: { messages: readonly RecordOf<typeof helpMessage>[] }) => {
  const list = useRef<HTMLOListElement>(null);
  const lastId = messages.at(-1)?._id;
  useEffect(() => {
    if (lastId) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [lastId]);
  return (
    <ol ref={list} className={classes.messages} aria-label="Conversation">
      {messages.map(({ _id, author, text, createdAt }) => (
        <li key={_id} className={classes.message} data-author={author}>
          <Text fz="xs" c="dimmed">
            {[author && authors[author], formatDateTime(createdAt)].filter(Boolean).join(' · ')}
          </Text>
          <p className={classes.text}>{text}</p>
        </li>
      ))}
    </ol>
  );
};
