import { terms } from '#shared/resources/terms.ts';
import { singleClient } from '../../resource/client.ts';
import { ResourceValue, ViewPage } from '../../resource/view-page.tsx';

export const TermsView = () => (
  <ViewPage client={singleClient(terms)}>
    {(record) => (
      <>
        <ResourceValue resource={terms} name="title" record={record} />
        <ResourceValue resource={terms} name="description" record={record} />
        <ResourceValue resource={terms} name="status" record={record} />
      </>
    )}
  </ViewPage>
);
