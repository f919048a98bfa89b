import { generatePath } from 'react-router-dom';
import { privacy } from '#shared/resources/privacy.ts';
import { routes } from '#shared/routes.ts';
import { texts } from '#shared/texts.ts';
import { singleClient } from '../../resource/client.ts';
import { ResourceValue, StatusValue, ViewPage } from '../../resource/view-page.tsx';

export const PrivacyView = () => (
  <ViewPage
    client={singleClient(privacy)}
    listPath={routes.privacyList}
    editPath={({ _id }) => generatePath(routes.privacyEdit, { id: _id })}
  >
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
