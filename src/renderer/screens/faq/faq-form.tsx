import { faq } from '#shared/resources/faq.ts';
import { texts } from '#shared/texts.ts';
import { FormPage, FormSection, StatusSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';

export const FaqForm = () => (
  <FormPage
    resource={faq}
    saveLabels={{ add: texts.faq.saveNew, edit: texts.faq.saveEdit }}
    content={
      <FormSection title="Question and answer">
        <ResourceField resource={faq} name="name" />
        <ResourceField resource={faq} name="description" />
      </FormSection>
    }
    aside={<StatusSection resource={faq} />}
  />
);
