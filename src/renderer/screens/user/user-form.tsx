import { useController, useFormContext } from 'react-hook-form';
import { joinSentences } from '#shared/resource-kit/labels.ts';
import { user } from '#shared/resources/user.ts';
import type { Body } from '../../resource-kit/declared-screens.ts';
import { Field, useResourceFormContext } from '../../resource-kit/form/field.tsx';
import { FormPage, FormSection } from '../../resource-kit/form/form-page.tsx';
import type { FormValues } from '../../resource-kit/form/form-values.ts';
import { useUserId } from '../../resource-kit/session-store.ts';
import { NewPasswordInput } from '../../ui/new-password-input.tsx';

/** Only users with these roles sign in and have a password. */
export const canSignIn = (role: unknown): boolean => role === 'ADMIN' || role === 'SUBADMIN';

export const userBody = ({ password, ...body }: Body): Body =>
  password && canSignIn(body.role) ? { ...body, password } : body;

/** Sets a password for roles that sign in. The server never returns it. */
const PasswordField = () => {
  const { record } = useResourceFormContext();
  const { watch, clearErrors } = useFormContext<FormValues>();
  const { field, fieldState } = useController<FormValues>({ name: 'password' });
  const [role, name, email] = watch(['role', 'name', 'email']);
  const isOwn = record?._id === useUserId();
  if (!canSignIn(role)) return null;
  const hints = [
    record ? 'Leave blank to keep the current password' : 'At least 10 characters',
    isOwn ? '' : 'They’ll choose their own at the next login',
  ];
  return (
    <NewPasswordInput
      {...field}
      label={record ? 'New password' : 'Password'}
      description={joinSentences(hints)}
      required={!record}
      error={fieldState.error?.message}
      password={String(field.value ?? '')}
      owner={{ name: String(name ?? ''), email: String(email ?? '') }}
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
    extraLabels={{ password: 'Password' }}
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
