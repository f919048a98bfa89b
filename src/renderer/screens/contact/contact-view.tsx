import { contact } from '#shared/resources/contact.ts';
import { singleClient } from '../../resource/client.ts';
import { ResourceValue, ViewPage } from '../../resource/view-page.tsx';

export const ContactView = () => (
  <ViewPage client={singleClient(contact)}>
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
