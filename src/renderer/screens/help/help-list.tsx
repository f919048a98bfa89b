import { generatePath, useNavigate } from 'react-router-dom';
import { helpSupport } from '#shared/resources/help-support.ts';
import { texts } from '#shared/texts.ts';
import { useCapability } from '../../resource-kit/capabilities.ts';
import { ListContext } from '../../resource-kit/list/list-context.tsx';
import classes from '../../resource-kit/list/list-page.module.css';
import { ListPage } from '../../resource-kit/list/list-page.tsx';
import { ListTabs, useCurrentTab } from '../../resource-kit/list/list-tabs.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { helpColumns, statusTabs } from './help-columns.tsx';
import { sampleChats } from './sample-chats.ts';
import { HelpSkeleton, SampleNotice, UnavailableButton } from './sample-notice.tsx';

const pathTo = ({ _id }: { _id: string }) => generatePath(helpSupport.paths.view, { id: _id });

const SampleHelpList = () => {
  const navigate = useNavigate();
  const tab = useCurrentTab(statusTabs);
  const rows = sampleChats.filter(({ status }) => tab.value === 'All' || tab.value === status);
  return (
    <div className={classes.page}>
      <PageHeader title="Help and support">
        <UnavailableButton label={texts.help.add} />
      </PageHeader>
      <SampleNotice />
      <ListTabs resource={helpSupport} tabFilter={statusTabs}>
        <div className={classes.card}>
          <ListContext value={{ resource: helpSupport, firstIndex: 0, getRows: () => rows, view: pathTo }}>
            <DataTable
              label="Help and support"
              columns={helpColumns}
              rows={rows}
              onOpen={(row) => navigate(pathTo(row))}
            />
          </ListContext>
        </div>
      </ListTabs>
    </div>
  );
};

export const HelpList = () => {
  const hasChats = useCapability('helpSupport');
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
