import { Button } from '@mantine/core';
import { IconMessageOff } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { helpSupport } from '#shared/resources/help-support.ts';
import { texts } from '#shared/texts.ts';
import { FormPage, FormSection } from '../../resource-kit/form/form-page.tsx';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './conversation.module.css';
import { HelpSkeleton, noChatsText } from './sample-notice.tsx';

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
