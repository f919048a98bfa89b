import { useController } from 'react-hook-form';
import { notification } from '#shared/resources/notification.ts';
import { Field } from '../../resource/form/field.tsx';
import type { FormValues } from '../../resource/form/field-props.ts';
import { useResourceFormContext } from '../../resource/form/form-context.ts';
import { FormPage, FormSection } from '../../resource/form/form-page.tsx';
import { Framed } from '../../resource/form/framed-inputs.tsx';
import { ReadSwitch } from './read-switch.tsx';

const StatusField = () => {
  const { isSaving } = useResourceFormContext();
  const { field } = useController<FormValues>({ name: 'status' });
  return (
    <Framed field={{ label: notification.fields.status.label }}>
      {() => <ReadSwitch status={field.value} isDisabled={isSaving} onChange={field.onChange} />}
    </Framed>
  );
};

export const NotificationForm = () => (
  <FormPage
    resource={notification}
    listPath={`${notification.paths.list}/?status=All`}
    content={
      <FormSection title="Message">
        <Field name="userId" />
        <Field name="name" />
        <Field name="description" />
        <Field name="image" />
      </FormSection>
    }
    aside={
      <FormSection title="Status">
        <StatusField />
      </FormSection>
    }
  />
);
