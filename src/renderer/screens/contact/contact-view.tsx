import { generatePath } from 'react-router-dom';
import { contact } from '#shared/resources/contact.ts';
import { routes } from '#shared/routes.ts';
import { singleClient } from '../../resource/client.ts';
import { ResourceValue, ViewPage } from '../../resource/view-page.tsx';

export const ContactView = () => (
  <ViewPage
    client={singleClient(contact)}
    listPath={routes.contactList}
    editPath={({ _id }) => generatePath(routes.contactEdit, { id: _id })}
  >
    {(record) => (
      <>
        <ResourceValue resource={contact} name="email" record={record} />
        <ResourceValue resource={contact} name="phone" label="Phone" record={record} />
        <ResourceValue resource={contact} name="address" record={record} />
        <ResourceValue resource={contact} name="status" record={record} />
      </>
    )}
  </ViewPage>
);
