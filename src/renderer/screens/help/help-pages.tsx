import { Alert, Button, Skeleton, Tooltip } from '@mantine/core';
import { IconInfoCircle, IconMessageOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { generatePath, Link, useNavigate } from 'react-router-dom';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { helpSupport } from '#shared/resources/help-support.ts';
import { texts } from '#shared/texts.ts';
import { FormPage, FormSection } from '../../resource-kit/form/form-page.tsx';
import { createListColumns } from '../../resource-kit/list/columns.tsx';
import listClasses from '../../resource-kit/list/list-page.module.css';
import { ListPage } from '../../resource-kit/list/list-page.tsx';
import { getTabFilter, ListTabs, useCurrentTab } from '../../resource-kit/list/list-state.tsx';
import { ListContext } from '../../resource-kit/list/use-row-actions.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { formatLocalDay } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-columns.ts';
import classes from './conversation.module.css';
import { type HelpChat, sampleChats } from './sample-chats.ts';

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

export const HelpForm = () => {
  const hasChats = useIsFullServer();
  if (hasChats === undefined) return <HelpSkeleton />;
  if (!hasChats) {
    const back = (
      <Button component={Link} to={listPath}>
        {`Back to ${inSentence(helpSupport.labelPlural)}`}
      </Button>
    );
    return (
      <div className={classes.page}>
        <PageHeader title={texts.help.add} />
        <EmptyState icon={IconMessageOff} title={noChatsText} action={back} />
      </div>
    );
  }
  return (
    <FormPage
      resource={helpSupport}
      listPath={listPath}
      content={<FormSection title="Chat" fields={['title', 'guestName', 'email', 'phoneNumber']} />}
      sidebar={<FormSection title="Status" fields={['status']} />}
    />
  );
};

const statusTabs = getTabFilter(helpSupport, 'status');

const column = createListColumns(helpSupport);

const field = (
  name: keyof typeof helpSupport.fields,
  width: string,
  render: (chat: HelpChat) => ReactNode,
): Column<HelpChat> => ({ ...column.field(name, { width }), cell: render });

const Day = ({ time }: { time: string | null }) => <span className="bo-tabular">{time && formatLocalDay(time)}</span>;

// Together with the title's minimum, these fit a window of 1280 px; long texts have two lines.
const helpColumns: Column<HelpChat>[] = [
  column.rowNumber({ width: '3.25rem' }),
  column.field('chatId', { width: '8.5rem' }),
  column.field('title'),
  field('guestName', '8%', ({ guestName }) => guestName),
  column.field('email', { width: '12.5%' }),
  column.field('phoneNumber', { width: '6.6%' }),
  field('startChat', '7.9%', ({ startChat }) => <Day time={startChat} />),
  field('endChat', '7.9%', ({ endChat }) => <Day time={endChat} />),
  column.field('status', { width: '8.5%' }),
  column.actions({ width: '4.75rem' }),
];

const pathTo = ({ _id }: { _id: string }) => generatePath(helpSupport.paths.view, { id: _id });

const SampleHelpList = () => {
  const navigate = useNavigate();
  const tab = useCurrentTab(statusTabs);
  const rows = sampleChats.filter(({ status }) => tab.value === 'All' || tab.value === status);
  return (
    <div className={listClasses.page}>
      <PageHeader title="Help and support">
        <UnavailableButton label={texts.help.add} />
      </PageHeader>
      <SampleNotice />
      <ListTabs resource={helpSupport} tabFilter={statusTabs}>
        <div className={listClasses.card}>
          <ListContext value={{ resource: helpSupport, firstIndex: 0, getRows: () => rows, view: pathTo }}>
            <DataTable
              label="Help and support"
              columns={helpColumns}
              rows={rows}
              getTitle={({ title }) => title}
              onOpen={(row) => navigate(pathTo(row))}
            />
          </ListContext>
        </div>
      </ListTabs>
    </div>
  );
};

export const HelpList = () => {
  const hasChats = useIsFullServer();
  if (hasChats === undefined) return <HelpSkeleton />;
  if (!hasChats) return <SampleHelpList />;
  return (
    <ListPage
      resource={helpSupport}
      title="Help and support"
      tabFilter={statusTabs}
      columns={helpColumns}
      addLabel={texts.help.add}
      canRemove={false}
    />
  );
};
