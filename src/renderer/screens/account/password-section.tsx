import { Button, Group, Stack } from '@mantine/core';
import { FormProvider, useForm } from 'react-hook-form';
import type { Account } from '#shared/account.ts';
import { send } from '../../resource-kit/client.ts';
import { NewPasswordFields } from '../../resource-kit/form/new-password-fields.tsx';
import { refetchQueries } from '../../resource-kit/invalidate.ts';
import { PasswordInput } from '../../ui/new-password-input.tsx';
import { showSuccess } from '../../ui/toasts.tsx';
import { showFormError } from './account-client.ts';
import { AccountSection } from './account-section.tsx';

const emptyValues = { current: '', next: '', passwordConfirmation: '' };

export const PasswordSection = ({ account }: { account: Account }) => {
  const form = useForm({ defaultValues: emptyValues });
  const { register, handleSubmit, setError, reset, formState } = form;
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
      <FormProvider {...form}>
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
            <NewPasswordFields name="next" owner={account} />
            <Group>
              <Button type="submit" variant="brand" loading={isSubmitting}>
                Change password
              </Button>
            </Group>
          </Stack>
        </form>
      </FormProvider>
    </AccountSection>
  );
};
