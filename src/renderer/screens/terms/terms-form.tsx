import { terms } from '#shared/resources/terms.ts';
import { fillErrors } from '../../resource/form/fill-errors.ts';
import { FormPage, FormSection, StatusSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';

export const TermsForm = () => (
  <FormPage
    resource={terms}
    validate={(values) => fillErrors(values, { title: 'title', description: 'description' })}
    content={
      <FormSection title="Text">
        <ResourceField resource={terms} name="title" />
        <ResourceField resource={terms} name="description" />
      </FormSection>
    }
    aside={<StatusSection resource={terms} />}
  />
);
