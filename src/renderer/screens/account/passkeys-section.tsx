import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint, IconTrash } from '@tabler/icons-react';
import { useForm } from 'react-hook-form';
import { type Passkey, passkeyListResponseSchema, passkeyOptionsResponseSchema } from '#shared/account.ts';
import type { platform } from '../../platform/index.ts';
import { request, send } from '../../resource-kit/client.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { openConfirm } from '../../ui/confirm.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { modals } from '../../ui/modals.ts';
import classes from './account-page.module.css';
import { AccountSection, changeAccount, useAccountPart } from './account-section.tsx';

type Passkeys = NonNullable<typeof platform.passkeys>;

const path = '/user/passkeys';

const cancelled = () => {
  throw new Error('No passkey was added');
};

const addPasskey = (passkeys: Passkeys, name: string) =>
  changeAccount(async () => {
    const response = await send({ method: 'POST', path: `${path}/options`, body: {} });
    const { options } = passkeyOptionsResponseSchema.parse(response);
    const credential = await passkeys.create(options).catch(cancelled);
    return send({ method: 'POST', path, body: { name, credential } });
  });

const NameForm = ({ passkeys, onClose }: { passkeys: Passkeys; onClose: () => void }) => {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name: '' } });
  const add = async ({ name }: { name: string }) => {
    if (await addPasskey(passkeys, name)) onClose();
  };
  return (
    <form noValidate onSubmit={handleSubmit(add)} aria-label="Add a passkey">
      <Stack gap="md">
        <TextInput
          label="Name"
          description="To recognise it later, such as “Office laptop”"
          maxLength={100}
          data-autofocus
          error={formState.errors.name?.message}
          {...register('name', { validate: (name) => name.trim() !== '' || 'Name is required' })}
        />
        <Group justify="flex-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="brand" loading={formState.isSubmitting}>
            Add passkey
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const openAdd = (passkeys: Passkeys) => {
  const id = modals.open({
    title: 'Add a passkey',
    size: 'sm',
    children: <NameForm passkeys={passkeys} onClose={() => modals.close(id)} />,
  });
};

const removePasskey = async ({ _id, name }: Passkey) => {
  const isConfirmed = await openConfirm({
    title: `Remove ${name}?`,
    message: 'You can’t log in with this passkey any more.',
    confirmLabel: 'Remove',
    isDestructive: true,
  });
  if (isConfirmed) await changeAccount(() => request('DELETE', `${path}/${encodeURIComponent(_id)}`));
};

const PasskeyRow = ({ passkey }: { passkey: Passkey }) => (
  <li className={classes.row}>
    <div className={classes.text}>
      <Text fw={500} truncate>
        {passkey.name}
      </Text>
      <Text size="sm" c="dimmed" className="bo-tabular">
        {passkey.lastUsedAt
          ? `Last used ${formatDateTime(passkey.lastUsedAt)}`
          : `Added ${formatDateTime(passkey.createdAt)}`}
      </Text>
    </div>
    <IconButton
      label={`Remove ${passkey.name}`}
      icon={<IconTrash size="1.125rem" />}
      onClick={() => void removePasskey(passkey)}
    />
  </li>
);

export const PasskeysSection = ({ passkeys }: { passkeys: Passkeys }) => {
  const list = useAccountPart('passkeys', passkeyListResponseSchema);
  return (
    <AccountSection
      title="Passkeys"
      description="Log in with your fingerprint, face or PIN instead of a password and a code."
    >
      <Stack gap="md">
        {list.isLoadingError && <QueryError query={list} />}
        {list.isPending && <Skeleton height="2.5rem" />}
        {list.data && list.data.length > 0 && (
          <ul className={classes.rows} aria-label="Passkeys">
            {list.data.map((passkey) => (
              <PasskeyRow key={passkey._id} passkey={passkey} />
            ))}
          </ul>
        )}
        <Group>
          <Button leftSection={<IconFingerprint size="1rem" />} onClick={() => openAdd(passkeys)}>
            Add passkey…
          </Button>
        </Group>
      </Stack>
    </AccountSection>
  );
};
