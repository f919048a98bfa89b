import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { texts } from '#shared/texts.ts';
import { platform } from '../../platform/index.ts';
import { send, useConfirmationStore } from '../../resource-kit/client.ts';
import { getErrorMessage } from '../../resource-kit/errors.ts';
import { queryClient } from '../../resource-kit/query-client.ts';
import { setSession, useTwoFactorStore } from '../../resource-kit/session-store.ts';
import { TwoFactorSetup } from '../../screens/account/two-factor-setup.tsx';
import { PasswordInput } from '../../ui/new-password-input.tsx';
import { TopLayerDialog } from '../../ui/top-layer-dialog.tsx';
import { AuthLayout } from './auth-layout.tsx';

const passwordTitle = 'Enter your password';

const PasswordForm = ({ onSettle }: { onSettle: (isConfirmed: boolean) => void }) => {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });
  const confirm = async (body: { password: string }) => {
    try {
      await send({ method: 'POST', path: '/user/confirm', body });
      onSettle(true);
    } catch (error) {
      setError('password', { message: getErrorMessage(error) }, { shouldFocus: true });
    }
  };
  return (
    <form noValidate onSubmit={handleSubmit(confirm)}>
      <Stack gap="md" p="lg">
        <div>
          <Title order={2} fz="1rem">
            {passwordTitle}
          </Title>
          <Text c="dimmed">This change affects who can log in.</Text>
        </div>
        <PasswordInput
          label={texts.login.passwordLabel}
          autoComplete="current-password"
          required
          autoFocus
          error={formState.errors.password?.message}
          {...register('password', { required: texts.login.passwordRequired })}
        />
        <Group justify="flex-end">
          <Button onClick={() => onSettle(false)}>Cancel</Button>
          <Button type="submit" variant="brand" loading={formState.isSubmitting}>
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** Asks for the password before a change of an account. The request that needs it waits for the answer. */
export const PasswordDialog = () => {
  const settle = useConfirmationStore((state) => state.settle);
  return (
    <TopLayerDialog label={passwordTitle} isFullScreen={false} onCancel={() => settle(false)}>
      <PasswordForm onSettle={settle} />
    </TopLayerDialog>
  );
};

const twoFactorTitle = 'Set up two-factor login';

const logOut = async () => {
  await platform.session.signOut({ canRevoke: true });
  useTwoFactorStore.setState({ isRequired: false });
  setSession({ state: 'signedOut' });
  window.location.assign('/');
};

const finish = async () => {
  useTwoFactorStore.setState({ isRequired: false });
  await queryClient.invalidateQueries();
};

/** Covers the app until a user whose role requires two-factor login has set it up. */
export const TwoFactorRequired = () => (
  <TopLayerDialog label={twoFactorTitle}>
    <AuthLayout title={twoFactorTitle} subtitle="Your company requires it for your role.">
      <TwoFactorSetup onDone={() => void finish()} cancel={{ label: 'Logout', onClick: () => void logOut() }} />
    </AuthLayout>
  </TopLayerDialog>
);
