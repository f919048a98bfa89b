import { useFormContext } from 'react-hook-form';
import { lifeAtSaya } from '#shared/resources/life-at-saya.ts';
import type { FormValues } from '../../resource/form/field-props.ts';
import { FormPage, FormSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';
import { namesOf } from './life-body.ts';

const TabFields = () => {
  const { watch } = useFormContext<FormValues>();
  return namesOf(watch('role')).map((name) => <ResourceField key={name} resource={lifeAtSaya} name={name} />);
};

export const LifeForm = () => (
  <FormPage
    resource={lifeAtSaya}
    content={
      <FormSection title="Content">
        <ResourceField resource={lifeAtSaya} name="role" />
        <TabFields />
      </FormSection>
    }
  />
);
