import { banner } from '#shared/resources/banner.ts';
import { resourceClient } from '../../resource/client.ts';
import { FormPage, FormSection, StatusSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';

export const BannerForm = () => (
  <FormPage
    client={resourceClient(banner)}
    content={
      <FormSection title="Banner">
        <ResourceField resource={banner} name="imageUrl" />
        <ResourceField resource={banner} name="name" />
      </FormSection>
    }
    aside={<StatusSection resource={banner} />}
  />
);
