import { faq } from '#shared/resources/faq.ts';
import { ResourceValue, ViewPage } from '../../resource/view-page.tsx';

export const FaqDetail = () => (
  <ViewPage resource={faq}>
    {(record) => (
      <>
        <ResourceValue resource={faq} name="name" record={record} />
        <ResourceValue resource={faq} name="description" record={record} />
        <ResourceValue resource={faq} name="status" record={record} />
      </>
    )}
  </ViewPage>
);
