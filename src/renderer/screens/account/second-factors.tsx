import { Badge, Button, Checkbox, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type Account,
  type Passkey,
  passkeyListResponseSchema,
  passkeyOptionsResponseSchema,
  type TwoFactorRoles,
  twoFactorPolicyResponseSchema,
  twoFactorRoles,
} from '#shared/account.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { user } from '#shared/resources/user.ts';
import { texts } from '#shared/texts.ts';
import type { platform } from '../../platform/index.ts';
import { request, send } from '../../resource-kit/client.ts';
import { FormSection } from '../../resource-kit/form/form-page.tsx';
import { ListSection } from '../../resource-kit/form/list-section.tsx';
import { refetchQueries } from '../../resource-kit/query-client.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { openConfirm } from '../../ui/confirm.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { openDialog } from '../../ui/modals.ts';
import { PasswordInput } from '../../ui/new-password-input.tsx';
import classes from './account-page.module.css';
import { AccountForm, changeAccount, sendChange, useAccountPart } from './account-section.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';

type Passkeys = NonNullable<typeof platform.passkeys>;

const passkeysPath = '/user/passkeys';

const cancelled = () => {
  throw new Error('No passkey was added');
};

const addPasskey = async (passkeys: Passkeys, name: string) => {
  const response = await send({ method: 'POST', path: `${passkeysPath}/options`, body: {} });
  const { options } = passkeyOptionsResponseSchema.parse(response);
  const credential = await passkeys.create(options).catch(cancelled);
  return send<{ message: string }>({ method: 'POST', path: passkeysPath, body: { name, credential } });
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
        required
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
  if (isConfirmed) await changeAccount(() => request('DELETE', `${passkeysPath}/${encodeURIComponent(_id)}`));
};

export const PasskeysSection = ({ passkeys }: { passkeys: Passkeys }) => (
  <ListSection
    title="Passkeys"
    description="Log in with your fingerprint, face or PIN instead of a password and a code."
    query={useAccountPart('passkeys', passkeyListResponseSchema)}
    renderItem={(passkey) => (
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
    )}
    action={
      <Button leftSection={<IconFingerprint size="1rem" />} onClick={() => openAdd(passkeys)}>
        Add passkey…
      </Button>
    }
  />
);

const openSetup = () =>
  openDialog({
    title: 'Set up two-factor login',
    // The recovery codes must not get lost.
    closeOnClickOutside: false,
    closeOnEscape: false,
    withCloseButton: false,
    render: (close) => {
      const closeAndRefetch = () => {
        close();
        void refetchQueries(['account']);
      };
      return <TwoFactorSetup onDone={closeAndRefetch} cancel={{ label: 'Cancel', onClick: closeAndRefetch }} />;
    },
  });

const TurnOffForm = ({ onClose }: { onClose: () => void }) => {
  const form = useForm({ defaultValues: { password: '' } });
  return (
    <AccountForm
      form={form}
      label="Turn off two-factor login"
      submitLabel="Turn off"
      variant="danger"
      cancel={{ label: 'Cancel', onClick: onClose }}
      onSubmit={(body) => sendChange(() => request('DELETE', '/user/two-factor', { body })).then(onClose)}
    >
      <Text>You’ll log in with your password only, and your recovery codes are deleted.</Text>
      <PasswordInput
        label={texts.login.passwordLabel}
        autoComplete="current-password"
        required
        data-autofocus
        error={form.formState.errors.password?.message}
        {...form.register('password', { required: texts.login.passwordRequired })}
      />
    </AccountForm>
  );
};

const openTurnOff = () =>
  openDialog({
    title: 'Turn off two-factor login?',
    size: 'sm',
    render: (close) => <TurnOffForm onClose={close} />,
  });

export const TwoFactorSection = ({ account: { twoFactor } }: { account: Account }) => (
  <FormSection title="Two-factor login">
    <Text c="dimmed">Asks for a code from an authenticator app on your phone after your password.</Text>
    <Stack gap="md" align="flex-start">
      <Group gap="xs">
        <Badge variant="light" color="gray">
          {twoFactor.isOn ? 'On' : 'Off'}
        </Badge>
        {twoFactor.isOn && <Text>{formatCount(twoFactor.recoveryCodesLeft, 'recovery code')} left</Text>}
      </Group>
      {twoFactor.isOn && twoFactor.recoveryCodesLeft < 3 && (
        <Text c="dimmed">To get new recovery codes, turn two-factor login off and on again.</Text>
      )}
      {twoFactor.isOn ? <Button onClick={openTurnOff}>Turn off…</Button> : <Button onClick={openSetup}>Set up…</Button>}
    </Stack>
  </FormSection>
);

const getLabel = (role: string) => user.fields.role.options.find(({ value }) => value === role)?.label;

/** Lets admins require two-factor login of everyone with a role. */
export const PolicySection = () => {
  const policy = useAccountPart('two-factor/policy', twoFactorPolicyResponseSchema);
  /** The user's choice until the server has saved it. */
  const [chosen, setChosen] = useState<TwoFactorRoles>();
  const required = chosen ?? policy.data?.roles ?? [];
  const setRoles = async (roles: TwoFactorRoles) => {
    setChosen(roles);
    await changeAccount(() => send({ method: 'PATCH', path: '/user/two-factor/policy', body: { roles } }));
    setChosen(undefined);
  };
  return (
    <FormSection title="Required two-factor login">
      <Text c="dimmed">Users with these roles must set it up before they can do anything else.</Text>
      {policy.isLoadingError && <QueryError query={policy} />}
      {policy.isPending && <Skeleton height="3rem" />}
      {policy.data && (
        <Stack gap="xs">
          {twoFactorRoles.map((role) => (
            <Checkbox
              key={role}
              label={getLabel(role)}
              checked={required.includes(role)}
              onChange={(event) => {
                const others = required.filter((other) => other !== role);
                void setRoles(event.currentTarget.checked ? [...others, role] : others);
              }}
            />
          ))}
        </Stack>
      )}
    </FormSection>
  );
};
