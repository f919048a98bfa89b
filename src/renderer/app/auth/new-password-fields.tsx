import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { newPasswordSchema, type PasswordOwner } from '#shared/passwords.ts';
import { NewPasswordInput } from '../../ui/new-password-input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';

export type NewPasswordValues = { password: string; passwordConfirmation: string };

/** Uses the server's schema, so that its errors appear together with the form's own. */
export const validateWith = (schema: z.ZodType) => (value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message ?? true;

/** A new password and its confirmation, for a form with `NewPasswordValues`. */
export const NewPasswordFields = ({
  label = 'New password',
  owner = {},
}: {
  label?: string;
  owner?: PasswordOwner;
}) => {
  const { register, watch, getValues, formState } = useFormContext<NewPasswordValues>();
  const { errors } = formState;
  return (
    <>
      <NewPasswordInput
        label={label}
        withAsterisk
        password={watch('password')}
        owner={owner}
        error={errors.password?.message}
        {...register('password', { validate: validateWith(newPasswordSchema), deps: 'passwordConfirmation' })}
      />
      <PasswordInput
        label="Confirm password"
        autoComplete="new-password"
        withAsterisk
        error={errors.passwordConfirmation?.message}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password confirmation' }}
        {...register('passwordConfirmation', {
          validate: (value) => value === getValues('password') || 'Passwords don’t match',
        })}
      />
    </>
  );
};
