import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import type { Account } from '#shared/account.ts';
import { user } from '#shared/resources/user.ts';
import { platform } from '../../platform/index.ts';
import { send } from '../../resource-kit/client.ts';
import { invalidateResource } from '../../resource-kit/invalidate.ts';
import { setSession } from '../../resource-kit/session-store.ts';
import { changeAccount } from './account-client.ts';
import { AccountSection } from './account-section.tsx';

/** Shows the new name in the avatar menu. */
const refreshSession = async () => {
  const result = await platform.session.refresh();
  if (result.state === 'signedIn') setSession(result);
};

export const ProfileSection = ({ account }: { account: Account }) => {
  const { register, handleSubmit, formState, reset } = useForm({ values: { name: account.name } });
  const { errors, isSubmitting, isDirty } = formState;
  const save = async (body: { name: string }) => {
    const isSaved = await changeAccount(() => send({ method: 'PATCH', path: '/user/account', body }));
    if (!isSaved) return;
    reset(body);
    await refreshSession();
    await invalidateResource(user.name);
  };
  return (
    <AccountSection title="Profile">
      <form noValidate onSubmit={handleSubmit(save)} aria-label="Profile">
        <Stack gap="md" maw="40rem">
          <TextInput
            label="Name"
            autoComplete="name"
            withAsterisk
            maxLength={200}
            error={errors.name?.message}
            {...register('name', { validate: (name) => name.trim() !== '' || 'Name is required' })}
          />
          <Text c="dimmed">
            {[account.email, account.phone].filter(Boolean).join(' · ')}. An admin can change your email and phone
            number.
          </Text>
          <Group>
            <Button type="submit" disabled={!isDirty} loading={isSubmitting}>
              Save name
            </Button>
          </Group>
        </Stack>
      </form>
    </AccountSection>
  );
};
