import { Button, Text, TextInput } from '@mantine/core';
import { IconFingerprint, IconTrash } from '@tabler/icons-react';
import { useForm } from 'react-hook-form';
import { type Passkey, passkeyListResponseSchema, passkeyOptionsResponseSchema } from '#shared/passkeys.ts';
import type { platform } from '../../platform/index.ts';
import { request, send } from '../../resource-kit/client.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { openDialog } from '../../ui/modals.ts';
import classes from './account-page.module.css';
import { AccountForm, changeAccount, ListSection, sendChange, useAccountPart } from './account-section.tsx';

type Passkeys = NonNullable<typeof platform.passkeys>;

const path = '/user/passkeys';

const cancelled = () => {
  throw new Error('No passkey was added');
};

const addPasskey = async (passkeys: Passkeys, name: string) => {
  const response = await send({ method: 'POST', path: `${path}/options`, body: {} });
  const { options } = passkeyOptionsResponseSchema.parse(response);
  const credential = await passkeys.create(options).catch(cancelled);
  return send<{ message: string }>({ method: 'POST', path, body: { name, credential } });
};

const NameForm = ({ passkeys, onClose }: { passkeys: Passkeys; onClose: () => void }) => {
  const form = useForm({ defaultValues: { name: '' } });
  return (
    <AccountForm
      form={form}
      label="Add a passkey"
      submitLabel="Add passkey"
      cancel={{ label: 'Cancel', onClick: onClose }}
      onSubmit={({ name }) => sendChange(() => addPasskey(passkeys, name)).then(onClose)}
    >
      <TextInput
        label="Name"
        description="To recognise it later, such as “Office laptop”"
        maxLength={100}
        data-autofocus
        error={form.formState.errors.name?.message}
        {...form.register('name', { validate: (name) => name.trim() !== '' || 'Name is required' })}
      />
    </AccountForm>
  );
};

const openAdd = (passkeys: Passkeys) =>
  openDialog({
    title: 'Add a passkey',
    size: 'sm',
    render: (close) => <NameForm passkeys={passkeys} onClose={close} />,
  });

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
  <>
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
  </>
);

export const PasskeysSection = ({ passkeys }: { passkeys: Passkeys }) => (
  <ListSection
    title="Passkeys"
    description="Log in with your fingerprint, face or PIN instead of a password and a code."
    query={useAccountPart('passkeys', passkeyListResponseSchema)}
    renderItem={(passkey) => <PasskeyRow passkey={passkey} />}
    action={
      <Button leftSection={<IconFingerprint size="1rem" />} onClick={() => openAdd(passkeys)}>
        Add passkey…
      </Button>
    }
  />
);
