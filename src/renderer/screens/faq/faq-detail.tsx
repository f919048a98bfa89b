import { generatePath } from 'react-router-dom';
import { faq } from '#shared/resources/faq.ts';
import { routes } from '#shared/routes.ts';
import { resourceClient } from '../../resource/client.ts';
import { ResourceValue, ViewPage } from '../../resource/view-page.tsx';

export const FaqDetail = () => (
  <ViewPage
    client={resourceClient(faq)}
    listPath={routes.faqList}
    editPath={({ _id }) => generatePath(routes.faqEdit, { id: _id })}
  >
    {(record) => (
      <>
        <ResourceValue resource={faq} name="name" record={record} />
        <ResourceValue resource={faq} name="description" record={record} />
        <ResourceValue resource={faq} name="status" record={record} />
      </>
    )}
  </ViewPage>
);
