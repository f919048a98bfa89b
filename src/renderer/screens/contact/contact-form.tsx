import { contact } from '#shared/resources/contact.ts';
import { FormPage, FormSection, StatusSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';

export const ContactForm = () => (
  <FormPage
    resource={contact}
    content={
      <FormSection title="How to reach the company">
        <ResourceField resource={contact} name="email" />
        <ResourceField resource={contact} name="phone" />
        <ResourceField resource={contact} name="address" />
      </FormSection>
    }
    aside={<StatusSection resource={contact} />}
  />
);
