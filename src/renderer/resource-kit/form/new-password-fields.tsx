import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { newPasswordSchema, type PasswordOwner } from '#shared/passwords.ts';
import { NewPasswordInput, PasswordInput } from '../../ui/new-password-input.tsx';

export type NewPasswordValues = { password: string; passwordConfirmation: string };

/** Uses the server's schema, so that its errors appear together with the form's own. */
export const validateWith = (schema: z.ZodType) => (value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message ?? true;

/** A new password and its confirmation (`passwordConfirmation`), for the form around it. */
export const NewPasswordFields = ({
  name = 'password',
  label = 'New password',
  owner = {},
}: {
  name?: string;
  label?: string;
  owner?: PasswordOwner;
}) => {
  const { register, watch, getValues, formState } = useFormContext<Record<string, string>>();
  const { errors } = formState;
  return (
    <>
      <NewPasswordInput
        label={label}
        required
        password={watch(name) ?? ''}
        owner={owner}
        error={errors[name]?.message}
        visibilityToggleButtonProps={{ 'aria-label': `Show ${label.toLowerCase()}` }}
        {...register(name, { validate: validateWith(newPasswordSchema), deps: 'passwordConfirmation' })}
      />
      <PasswordInput
        label="Confirm password"
        autoComplete="new-password"
        required
        error={errors.passwordConfirmation?.message}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password confirmation' }}
        {...register('passwordConfirmation', {
          validate: (value) => value === getValues(name) || 'Passwords don’t match',
        })}
      />
    </>
  );
};
