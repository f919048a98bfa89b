import { Alert, Button, Skeleton, Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { PageHeader } from '../../ui/page-header.tsx';
import classes from './conversation.module.css';

/** Stands until it is known what the server has. */
export const OpeningPage = () => (
  <div className={classes.page} aria-busy="true">
    <PageHeader title="Help and support" />
    <Skeleton height="16rem" radius="lg" />
  </div>
);

/** The reason why chats are read-only samples. */
export const noChatsText = 'This server doesn’t support help chats';

/** Says that what is shown is not real. */
export const SampleNotice = () => (
  <Alert color="gray" variant="light" title="Sample data" icon={<IconInfoCircle size="1.125rem" />}>
    {noChatsText}. These are examples.
  </Alert>
);

/** A disabled button that can be focused, so that its tooltip is readable by keyboard too. */
export const UnavailableButton = ({ label }: { label: string }) => (
  <Tooltip label={noChatsText} events={{ hover: true, focus: true, touch: true }}>
    <Button variant="default" aria-disabled data-disabled onClick={(event) => event.preventDefault()}>
      {label}
    </Button>
  </Tooltip>
);
