import { privacy } from '#shared/resources/privacy.ts';
import { texts } from '#shared/texts.ts';
import { ResourceValue, StatusValue, ViewPage } from '../../resource/view-page.tsx';

export const PrivacyView = () => (
  <ViewPage resource={privacy}>
    {(record) => (
      <>
        <ResourceValue resource={privacy} name="title" record={record} />
        <ResourceValue
          resource={privacy}
          name="description"
          record={record}
          emptyText={texts.privacy.noDescription}
        />
        <StatusValue resource={privacy} record={record} />
      </>
    )}
  </ViewPage>
);
