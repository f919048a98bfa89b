import { Button, Group, Stack } from '@mantine/core';
import { useForm } from 'react-hook-form';
import type { Account } from '#shared/account.ts';
import { newPasswordSchema } from '#shared/passwords.ts';
import { send } from '../../resource-kit/client.ts';
import { refetchQueries } from '../../resource-kit/invalidate.ts';
import { NewPasswordInput } from '../../ui/new-password-input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { showSuccess } from '../../ui/toasts.tsx';
import { showFormError } from './account-client.ts';
import { AccountSection } from './account-section.tsx';

const emptyValues = { current: '', next: '', confirmation: '' };

const validateNew = (value: string) => newPasswordSchema.safeParse(value).error?.issues[0]?.message ?? true;

export const PasswordSection = ({ account }: { account: Account }) => {
  const { register, handleSubmit, setError, getValues, reset, watch, formState } = useForm({
    defaultValues: emptyValues,
  });
  const { errors, isSubmitting } = formState;
  const save = async ({ current, next }: typeof emptyValues) => {
    try {
      const body = { current, next };
      const { message } = await send<{ message: string }>({ method: 'POST', path: '/user/password', body });
      reset(emptyValues);
      showSuccess(message);
      await refetchQueries(['account']);
    } catch (error) {
      showFormError(error, setError, ['current', 'next']);
    }
  };
  return (
    <AccountSection title="Password" description="Changing it logs you out on all other devices.">
      <form noValidate onSubmit={handleSubmit(save)} aria-label="Password">
        <Stack gap="md" maw="40rem">
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            withAsterisk
            error={errors.current?.message}
            visibilityToggleButtonProps={{ 'aria-label': 'Show current password' }}
            {...register('current', { required: 'Enter your current password' })}
          />
          <NewPasswordInput
            label="New password"
            password={watch('next')}
            owner={account}
            withAsterisk
            error={errors.next?.message}
            visibilityToggleButtonProps={{ 'aria-label': 'Show new password' }}
            {...register('next', { validate: validateNew, deps: 'confirmation' })}
          />
          <PasswordInput
            label="Confirm password"
            autoComplete="new-password"
            withAsterisk
            error={errors.confirmation?.message}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password confirmation' }}
            {...register('confirmation', {
              validate: (value) => value === getValues('next') || 'Passwords don’t match',
            })}
          />
          <Group>
            <Button type="submit" variant="brand" loading={isSubmitting}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </AccountSection>
  );
};
