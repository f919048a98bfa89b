import { useController, useFormContext } from 'react-hook-form';
import { user } from '#shared/resources/user.ts';
import { Field } from '../../resource-kit/form/field.tsx';
import type { FormValues } from '../../resource-kit/form/field-props.ts';
import { useResourceFormContext } from '../../resource-kit/form/form-context.ts';
import { FormPage, FormSection } from '../../resource-kit/form/form-page.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { canSignIn } from './user-body.ts';

/** Sets a password for roles that sign in. The server never returns it. */
const PasswordField = () => {
  const { record, isSaving } = useResourceFormContext();
  const { watch, clearErrors } = useFormContext<FormValues>();
  const { field, fieldState } = useController<FormValues>({ name: 'password' });
  if (!canSignIn(watch('role'))) return null;
  return (
    <PasswordInput
      {...field}
      label={record ? 'New password' : 'Password'}
      description={record ? 'Leave blank to keep the current password' : 'At least 10 characters'}
      autoComplete="new-password"
      withAsterisk={!record}
      disabled={isSaving}
      error={fieldState.error?.message}
      value={String(field.value ?? '')}
      onChange={(event) => {
        clearErrors('password');
        field.onChange(event.currentTarget.value);
      }}
    />
  );
};

export const UserForm = () => (
  <FormPage
    resource={user}
    listPath={`${user.paths.list}/?role=All`}
    initialValues={{ password: '' }}
    content={
      <>
        <FormSection title="Personal details" fields={['name', 'email', 'phone', 'address']} />
        <FormSection title="Location" fields={['countryId', 'regionId', 'stateId', 'cityId', 'locationId']} />
      </>
    }
    sidebar={
      <FormSection title="Access" fields={['role']}>
        <PasswordField />
        <Field name="status" />
      </FormSection>
    }
  />
);
