import { Drawer, Text, UnstyledButton } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconChevronDown, IconMessages } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useRecord } from '../hooks.ts';
import { CommentBox } from './comment-box.tsx';
import { addComment, useThreads } from './comment-requests.ts';
import classes from './comments.module.css';
import { type CommentsTarget, closeComments, getBoxPlace } from './comments-store.ts';
import { ThreadList } from './threads.tsx';

const minute = 60_000;

/** Renders again every minute, because the times are relative. */
const useCurrentMinute = (): number => {
  const [time, setTime] = useState(0);
  useInterval(() => setTime(Date.now()), minute, { autoInvoke: true });
  return time;
};

const Resolved = ({
  target,
  isShown,
  onToggle,
}: {
  target: CommentsTarget;
  isShown: boolean;
  onToggle: () => void;
}) => {
  const { data } = useThreads(target, { isResolved: true, pageSize: 50 });
  if (!data || data.total === 0) return null;
  return (
    <section>
      <UnstyledButton className={classes.toggle} aria-expanded={isShown} onClick={onToggle}>
        <IconChevronDown size="1rem" aria-hidden />
        {`${data.total} resolved`}
      </UnstyledButton>
      {isShown && <ThreadList target={target} isResolved label="Resolved comments" />}
    </section>
  );
};

const Comments = ({ target, resource }: { target: CommentsTarget; resource: Resource }) => {
  const [isResolvedShown, setIsResolvedShown] = useState(false);
  const { resource: resourceName, recordId } = target;
  useCurrentMinute();
  return (
    <div className={classes.comments}>
      <CommentBox
        resource={resourceName}
        place={getBoxPlace({ resource: resourceName, recordId }, 'new')}
        label="New comment"
        placeholder="Write a comment"
        submitLabel="Comment"
        isFocused={target.threadId === undefined}
        onSubmit={(text) => addComment({ resource: resourceName, recordId, text })}
      />
      <ThreadList
        target={target}
        isResolved={false}
        label="Comments"
        empty={<EmptyState icon={IconMessages} title={`No open comments on this ${inSentence(resource.label)}`} />}
        onMissing={() => setIsResolvedShown(true)}
      />
      <Resolved target={target} isShown={isResolvedShown} onToggle={() => setIsResolvedShown(!isResolvedShown)} />
    </div>
  );
};

const RecordTitle = ({ target, resource }: { target: CommentsTarget; resource: Resource }) => {
  const { data } = useRecord<Resource>(resource, target.recordId);
  const record: AnyRecord | undefined = data;
  return (
    <Text fz="sm" c="dimmed" truncate>
      {String(record?.[resource.titleField] ?? '') || resource.label}
    </Text>
  );
};

/** The comments on a record, in a panel beside its page. */
export const CommentsDrawer = ({ target }: { target: CommentsTarget }) => {
  const resource = findResource(target.resource);
  // Mantine returns the focus only if the drawer was closed at first.
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(true), []);
  if (!resource) return null;
  return (
    <Drawer
      opened={isOpen}
      onClose={() => setIsOpen(false)}
      onExitTransitionEnd={closeComments}
      position="right"
      size="27rem"
      title="Comments"
    >
      <RecordTitle target={target} resource={resource} />
      <Comments target={target} resource={resource} />
    </Drawer>
  );
};
