import { about } from '#shared/resources/about.ts';
import { FormPage, FormSection, StatusSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';

export const AboutForm = () => (
  <FormPage
    resource={about}
    content={
      <FormSection title="About the company">
        <ResourceField resource={about} name="name" />
        <ResourceField resource={about} name="description" />
      </FormSection>
    }
    aside={<StatusSection resource={about} />}
  />
);
