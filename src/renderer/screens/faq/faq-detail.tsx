import { faq } from '#shared/resources/faq.ts';
import { resourceClient } from '../../resource/client.ts';
import { ResourceValue, ViewPage } from '../../resource/view-page.tsx';

export const FaqDetail = () => (
  <ViewPage client={resourceClient(faq)}>
    {(record) => (
      <>
        <ResourceValue resource={faq} name="name" record={record} />
        <ResourceValue resource={faq} name="description" record={record} />
        <ResourceValue resource={faq} name="status" record={record} />
      </>
    )}
  </ViewPage>
);
