import { Alert, Button, Skeleton, Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { PageHeader } from '../../ui/page-header.tsx';
import classes from './conversation.module.css';

/** Placeholder until the level of the server is known. */
export const HelpSkeleton = () => (
  <div className={classes.page} aria-busy="true">
    <PageHeader title="Help and support" />
    <Skeleton height="16rem" radius="lg" />
  </div>
);

export const noChatsText = 'This server doesn’t support help chats';

export const SampleNotice = () => (
  <Alert color="gray" variant="light" title="Sample data" icon={<IconInfoCircle size="1.125rem" />}>
    {noChatsText}. These are examples.
  </Alert>
);

/** A disabled button that stays focusable, so that keyboard users can read its tooltip. */
export const UnavailableButton = ({ label }: { label: string }) => (
  <Tooltip label={noChatsText} events={{ hover: true, focus: true, touch: true }}>
    <Button aria-disabled data-disabled onClick={(event) => event.preventDefault()}>
      {label}
    </Button>
  </Tooltip>
);
