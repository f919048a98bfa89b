import { useFormContext } from 'react-hook-form';
import { lifeAtSaya } from '#shared/resources/life-at-saya.ts';
import { Field } from '../../resource-kit/form/field.tsx';
import type { FormValues } from '../../resource-kit/form/field-props.ts';
import { FormPage, FormSection } from '../../resource-kit/form/form-page.tsx';
import { getTabFields } from './life-at-company-body.ts';

const TabFields = () => {
  const { watch } = useFormContext<FormValues>();
  return getTabFields(watch('role')).map((name) => <Field key={name} name={name} />);
};

export const LifeAtCompanyForm = () => (
  <FormPage
    resource={lifeAtSaya}
    content={
      <FormSection title="Content" fields={['role']}>
        <TabFields />
      </FormSection>
    }
  />
);
