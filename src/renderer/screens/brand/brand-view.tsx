import { brandsPage } from '#shared/resources/brands-page.ts';
import { ResourceValue, ValueGrid, ViewPage } from '../../resource/view-page.tsx';
import { galleryNames } from './gallery-names.ts';

export const BrandView = () => (
  <ViewPage resource={brandsPage}>
    {(record) => (
      <>
        <ResourceValue resource={brandsPage} name="title" label="Title" record={record} />
        <ResourceValue resource={brandsPage} name="description" record={record} />
        <ValueGrid>
          <ResourceValue resource={brandsPage} name="bannerImage" label="Banner Image" record={record} />
          <ResourceValue
            resource={brandsPage}
            name="descriptionImage"
            label="Description Image"
            record={record}
          />
          {galleryNames.map((name) => (
            <ResourceValue key={name} resource={brandsPage} name={name} record={record} />
          ))}
        </ValueGrid>
      </>
    )}
  </ViewPage>
);
