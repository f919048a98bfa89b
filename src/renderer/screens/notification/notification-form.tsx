import { useController } from 'react-hook-form';
import { notification } from '#shared/resources/notification.ts';
import type { FormValues } from '../../resource-kit/form/field-props.ts';
import { useResourceFormContext } from '../../resource-kit/form/form-context.ts';
import { FormPage, FormSection } from '../../resource-kit/form/form-page.tsx';
import { FieldWrapper } from '../../resource-kit/kinds/file-input.tsx';
import { ReadSwitch } from './read-switch.tsx';

const StatusField = () => {
  const { isSaving } = useResourceFormContext();
  const { field } = useController<FormValues>({ name: 'status' });
  return (
    <FieldWrapper field={{ label: notification.fields.status.label }}>
      {() => <ReadSwitch status={field.value} isDisabled={isSaving} onChange={field.onChange} />}
    </FieldWrapper>
  );
};

export const NotificationForm = () => (
  <FormPage
    resource={notification}
    listPath={`${notification.paths.list}/?status=All`}
    content={<FormSection title="Message" fields={['userId', 'name', 'description', 'image']} />}
    sidebar={
      <FormSection title="Read status">
        <StatusField />
      </FormSection>
    }
  />
);
