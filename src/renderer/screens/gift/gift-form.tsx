import { gift } from '#shared/resources/gift.ts';
import { fillErrors } from '../../resource/form/fill-errors.ts';
import { FormPage, FormSection, StatusSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';
import type { Validate } from '../../resource/form/use-resource-form.tsx';
import { confirmPastDate } from './confirm-past-date.ts';

const validate: Validate = (values, record) => {
  const errors = record ? [] : fillErrors(values, { title: 'name', description: 'description' });
  return errors.length > 0 ? errors : confirmPastDate(values, record);
};

export const GiftForm = () => (
  <FormPage
    resource={gift}
    validate={validate}
    content={
      <FormSection title="Gift">
        <ResourceField resource={gift} name="name" />
        <ResourceField resource={gift} name="qrId" />
        <ResourceField resource={gift} name="description" />
      </FormSection>
    }
    aside={
      <>
        <FormSection title="Redemption">
          <ResourceField resource={gift} name="numberOfPoints" />
          <ResourceField resource={gift} name="validTill" />
          <ResourceField resource={gift} name="userLimit" />
        </FormSection>
        <StatusSection resource={gift} />
      </>
    }
  />
);
