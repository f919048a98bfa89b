import { helpSupport } from '#shared/resources/help-support.ts';
import { texts } from '#shared/texts.ts';
import { useCapability } from '../../resource/capabilities.ts';
import { ListPage } from '../../resource/list/list-page.tsx';
import { helpColumns, statusTabs } from './help-columns.tsx';
import { SampleHelpList } from './sample-help-list.tsx';
import { HelpSkeleton } from './sample-notice.tsx';

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
