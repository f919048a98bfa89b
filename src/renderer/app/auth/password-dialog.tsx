import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { texts } from '#shared/texts.ts';
import { send, useConfirmationStore } from '../../resource-kit/client.ts';
import { getErrorMessage } from '../../resource-kit/errors.ts';
import { PasswordInput } from '../../ui/new-password-input.tsx';
import { TopLayerDialog } from '../../ui/top-layer-dialog.tsx';

const title = 'Enter your password';

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
            {title}
          </Title>
          <Text c="dimmed">This change affects who can log in.</Text>
        </div>
        <PasswordInput
          label={texts.login.passwordLabel}
          autoComplete="current-password"
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
    <TopLayerDialog label={title} isFullScreen={false} onCancel={() => settle(false)}>
      <PasswordForm onSettle={settle} />
    </TopLayerDialog>
  );
};
