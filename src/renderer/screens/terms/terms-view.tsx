import { terms } from '#shared/resources/terms.ts';
import { ResourceValue, ViewPage } from '../../resource/view-page.tsx';

export const TermsView = () => (
  <ViewPage resource={terms}>
    {(record) => (
      <>
        <ResourceValue resource={terms} name="title" record={record} />
        <ResourceValue resource={terms} name="description" record={record} />
        <ResourceValue resource={terms} name="status" record={record} />
      </>
    )}
  </ViewPage>
);
