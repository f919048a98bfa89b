import { privacy } from '#shared/resources/privacy.ts';
import { fillErrors } from '../../resource/form/fill-errors.ts';
import { FormPage, FormSection, StatusSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';

export const PrivacyForm = () => (
  <FormPage
    resource={privacy}
    validate={(values) => fillErrors(values, { title: 'title', description: 'description' })}
    content={
      <FormSection title="Text">
        <ResourceField resource={privacy} name="title" />
        <ResourceField resource={privacy} name="description" />
      </FormSection>
    }
    aside={<StatusSection resource={privacy} />}
  />
);
