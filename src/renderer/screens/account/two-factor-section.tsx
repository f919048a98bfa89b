import { Badge, Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Account } from '#shared/account.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { user } from '#shared/resources/user.ts';
import { texts } from '#shared/texts.ts';
import { type TwoFactorRoles, twoFactorPolicyResponseSchema, twoFactorRoles } from '#shared/two-factor.ts';
import { request, send } from '../../resource-kit/client.ts';
import { refetchQueries } from '../../resource-kit/query-client.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { openDialog } from '../../ui/modals.ts';
import { PasswordInput } from '../../ui/new-password-input.tsx';
import { AccountForm, AccountSection, changeAccount, sendChange, useAccountPart } from './account-section.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';

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
  <AccountSection
    title="Two-factor login"
    description="Asks for a code from an authenticator app on your phone after your password."
  >
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
  </AccountSection>
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
    <AccountSection
      title="Required two-factor login"
      description="Users with these roles must set it up before they can do anything else."
    >
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
    </AccountSection>
  );
};
