import { Badge, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { helpSupport } from '#shared/resources/help-support.ts';
import { texts } from '#shared/texts.ts';
import { useRecord } from '../../resource-kit/hooks.ts';
import { trySaveInline } from '../../resource-kit/inline/inline-save.ts';
import { useShowWaiting } from '../../resource-kit/inline/waiting-values.ts';
import { isUnavailable, QueryError } from '../../resource-kit/query-error.tsx';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { inactiveWhen } from '../../ui/icon-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import classes from './conversation.module.css';
import { Conversation, MessageList } from './conversation.tsx';
import { HelpSkeleton, noChatsText, SampleNotice, UnavailableButton } from './help-pages.tsx';
import { type HelpChat, sampleChats, sampleMessages } from './sample-chats.ts';

const listPath = `${helpSupport.paths.list}/?status=All`;

const ChatHeader = ({ chat, children }: { chat: HelpChat; children: ReactNode }) => (
  <>
    <PageHeader
      title={chat.title}
      windowTitle={[chat.title, helpSupport.label]}
      breadcrumb={[{ label: helpSupport.labelPlural, to: listPath }]}
    >
      <Badge>{chat.status ?? ''}</Badge>
      {children}
    </PageHeader>
    <Text c="dimmed" fz="0.8125rem">
      {[chat.chatId, chat.guestName, chat.email, chat.phoneNumber].filter(Boolean).join(' · ')}
    </Text>
  </>
);

const CancelLink = () => (
  <Button component={Link} to={listPath}>
    {texts.form.cancel}
  </Button>
);

const SampleChat = ({ id }: { id: string }) => {
  const [first] = sampleChats;
  const chat = sampleChats.find(({ _id }) => _id === id) ?? first;
  return (
    <div className={classes.page}>
      {chat && (
        <ChatHeader chat={chat}>
          <UnavailableButton label={texts.help.solve} />
        </ChatHeader>
      )}
      <SampleNotice />
      <div className={classes.card}>
        <div className={classes.scroller}>
          <MessageList messages={sampleMessages.filter(({ helpSupportId }) => helpSupportId === chat?._id)} />
        </div>
        <Stack gap={12} className={classes.composer}>
          <Textarea label="Message" description={noChatsText} disabled />
          <Group justify="flex-end" gap={12}>
            <CancelLink />
          </Group>
        </Stack>
      </div>
    </div>
  );
};

const Chat = ({ id }: { id: string }) => {
  const query = useRecord(helpSupport, id);
  const [isSolving, track] = useBusy();
  const showWaiting = useShowWaiting(helpSupport);
  const chat = query.data && showWaiting(query.data);
  if (isUnavailable(query)) {
    return (
      <div className={classes.page}>
        <PageHeader title="Help and support" />
        <QueryError query={query} />
      </div>
    );
  }
  if (!chat) return <HelpSkeleton />;
  const isSolved = chat.status === 'Solved';
  return (
    <div className={classes.page}>
      <ChatHeader chat={chat}>
        <Button
          leftSection={<IconCheck size="1rem" />}
          loading={isSolving}
          {...inactiveWhen(
            isSolved,
            () => void track(trySaveInline(helpSupport, { record: chat, values: { status: 'Solved' } })),
          )}
        >
          {texts.help.solve}
        </Button>
      </ChatHeader>
      <Conversation chatId={id}>
        <CancelLink />
      </Conversation>
    </div>
  );
};

export const HelpView = () => {
  const { id = '' } = useParams();
  const hasChats = useIsFullServer();
  if (hasChats === undefined) return <HelpSkeleton />;
  return hasChats ? <Chat key={id} id={id} /> : <SampleChat id={id} />;
};
