import { Alert, Button, Skeleton, Tooltip } from '@mantine/core';
import { IconInfoCircle, IconMessageOff } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { helpSupport } from '#shared/resources/help-support.ts';
import { texts } from '#shared/texts.ts';
import { FormPage, FormSection } from '../../resource-kit/form/form-page.tsx';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
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

const listPath = `${helpSupport.paths.list}/?status=All`;

const NoForm = () => (
  <div className={classes.page}>
    <PageHeader title={texts.help.add} />
    <EmptyState
      icon={IconMessageOff}
      title={noChatsText}
      action={
        <Button component={Link} to={listPath}>
          {`Back to ${inSentence(helpSupport.labelPlural)}`}
        </Button>
      }
    />
  </div>
);

export const HelpForm = () => {
  const hasChats = useIsFullServer();
  if (hasChats === undefined) return <HelpSkeleton />;
  if (!hasChats) return <NoForm />;
  return (
    <FormPage
      resource={helpSupport}
      listPath={listPath}
      content={<FormSection title="Chat" fields={['title', 'guestName', 'email', 'phoneNumber']} />}
      sidebar={<FormSection title="Status" fields={['status']} />}
    />
  );
};
