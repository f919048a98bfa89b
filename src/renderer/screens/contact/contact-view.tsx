import { contact } from '#shared/resources/contact.ts';
import { ResourceValue, ViewPage } from '../../resource/view-page.tsx';

export const ContactView = () => (
  <ViewPage resource={contact}>
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
