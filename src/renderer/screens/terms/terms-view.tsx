import { generatePath } from 'react-router-dom';
import { terms } from '#shared/resources/terms.ts';
import { routes } from '#shared/routes.ts';
import { singleClient } from '../../resource/client.ts';
import { ResourceValue, ViewPage } from '../../resource/view-page.tsx';

export const TermsView = () => (
  <ViewPage
    client={singleClient(terms)}
    listPath={routes.termsList}
    editPath={({ _id }) => generatePath(routes.termsEdit, { id: _id })}
  >
    {(record) => (
      <>
        <ResourceValue resource={terms} name="title" record={record} />
        <ResourceValue resource={terms} name="description" record={record} />
        <ResourceValue resource={terms} name="status" record={record} />
      </>
    )}
  </ViewPage>
);
