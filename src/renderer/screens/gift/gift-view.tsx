import { gift } from '#shared/resources/gift.ts';
import { ResourceValue, ValueGrid, ViewPage } from '../../resource/view-page.tsx';

export const GiftView = () => (
  <ViewPage resource={gift}>
    {(record) => (
      <>
        <ResourceValue resource={gift} name="name" record={record} />
        <ResourceValue resource={gift} name="description" record={record} />
        <ValueGrid>
          <ResourceValue resource={gift} name="qrId" record={record} />
          <ResourceValue resource={gift} name="numberOfPoints" record={record} />
          <ResourceValue resource={gift} name="validTill" record={record} />
          <ResourceValue resource={gift} name="userLimit" record={record} />
          <ResourceValue resource={gift} name="status" record={record} />
        </ValueGrid>
      </>
    )}
  </ViewPage>
);
