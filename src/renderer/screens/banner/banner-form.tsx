import { banner } from '#shared/resources/banner.ts';
import { FormPage, FormSection, StatusSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';

export const BannerForm = () => (
  <FormPage
    resource={banner}
    content={
      <FormSection title="Banner">
        <ResourceField resource={banner} name="imageUrl" />
        <ResourceField resource={banner} name="name" />
      </FormSection>
    }
    aside={<StatusSection resource={banner} />}
  />
);
