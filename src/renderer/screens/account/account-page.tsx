import { Badge, Button, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { IconDeviceDesktop, IconLogout } from '@tabler/icons-react';
import { useForm } from 'react-hook-form';
import {
  type Account,
  accountResponseSchema,
  type SessionListItem,
  sessionListResponseSchema,
} from '#shared/account.ts';
import { user } from '#shared/resources/user.ts';
import { pageTitles } from '#shared/routes.ts';
import { platform } from '../../platform/index.ts';
import { request, send } from '../../resource-kit/client.ts';
import formClasses from '../../resource-kit/form/form-page.module.css';
import { FormSection } from '../../resource-kit/form/form-page.tsx';
import { ListSection } from '../../resource-kit/form/list-section.tsx';
import { NewPasswordFields } from '../../resource-kit/form/new-password-fields.tsx';
import { invalidateResource } from '../../resource-kit/query-client.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { setSession, useCan } from '../../resource-kit/session-store.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { PasswordInput } from '../../ui/new-password-input.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import classes from './account-page.module.css';
import { AccountForm, changeAccount, sendChange, useAccountPart } from './account-section.tsx';
import { PasskeysSection, PolicySection, TwoFactorSection } from './second-factors.tsx';

const logOutIcon = <IconLogout size="1rem" />;

const endSession = ({ _id }: SessionListItem) =>
  changeAccount(() => request('DELETE', `/user/sessions/${encodeURIComponent(_id)}`));

const endOthers = async (): Promise<void> => {
  const isConfirmed = await openConfirm({
    title: 'Log out on all other devices?',
    message: 'Unsaved changes stay on those devices.',
    confirmLabel: 'Log out',
    confirmIcon: logOutIcon,
  });
  if (isConfirmed) await changeAccount(() => request('DELETE', '/user/sessions'));
};

const SessionRow = ({ session }: { session: SessionListItem }) => {
  const { device, address, isCurrent, lastSeenAt, createdAt } = session;
  const lastSeen = `Last active ${formatDateTime(lastSeenAt)}`;
  const times = isCurrent ? ['Active now', `Logged in ${formatDateTime(createdAt)}`] : [lastSeen];
  return (
    <>
      <IconDeviceDesktop size="1.25rem" aria-hidden className={classes.icon} />
      <div className={classes.text}>
        <Group gap="xs">
          <Text fw={500}>{device}</Text>
          {isCurrent && (
            <Badge variant="light" color="gray">
              This session
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" className="bo-tabular">
          {[...times, address].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {!isCurrent && (
        <Button
          size="compact-md"
          aria-label={`Log out ${device}, ${lastSeen}`}
          onClick={() => void endSession(session)}
        >
          Log out
        </Button>
      )}
    </>
  );
};

const SessionsSection = () => {
  const sessions = useAccountPart('sessions', sessionListResponseSchema);
  const canEndOthers = sessions.data && sessions.data.length > 1;
  return (
    <ListSection
      title="Sessions"
      description="Where you’re logged in. Log out a device that you don’t know."
      query={sessions}
      renderItem={(session) => <SessionRow session={session} />}
      action={
        canEndOthers && (
          <Button leftSection={logOutIcon} onClick={() => void endOthers()}>
            Log out on all other devices
          </Button>
        )
      }
    />
  );
};

/** Shows the new name in the avatar menu. */
const refreshSession = async () => {
  const result = await platform.session.refresh();
  if (result.state === 'signedIn') setSession(result);
};

const ProfileSection = ({ account }: { account: Account }) => {
  const form = useForm({ values: { name: account.name } });
  const { errors, isDirty } = form.formState;
  const save = async (body: { name: string }) => {
    await sendChange(() => send({ method: 'PATCH', path: '/user/account', body }));
    form.reset(body);
    await refreshSession();
    await invalidateResource(user.name);
  };
  return (
    <FormSection title="Profile">
      <AccountForm
        form={form}
        label="Profile"
        submitLabel="Save name"
        variant="default"
        isDisabled={!isDirty}
        onSubmit={save}
      >
        <TextInput
          label="Name"
          autoComplete="name"
          required
          maxLength={200}
          error={errors.name?.message}
          {...form.register('name', { validate: (name) => name.trim() !== '' || 'Name is required' })}
        />
        <Text c="dimmed">
          {[account.email, account.phone].filter(Boolean).join(' · ')}. An admin can change your email and phone number.
        </Text>
      </AccountForm>
    </FormSection>
  );
};

const emptyValues = { current: '', next: '', passwordConfirmation: '' };

const PasswordSection = ({ account }: { account: Account }) => {
  const form = useForm({ defaultValues: emptyValues });
  const save = async ({ current, next }: typeof emptyValues) => {
    await sendChange(() => send({ method: 'POST', path: '/user/password', body: { current, next } }));
    form.reset(emptyValues);
  };
  return (
    <FormSection title="Password">
      <Text c="dimmed">Changing it logs you out on all other devices.</Text>
      <AccountForm form={form} label="Password" submitLabel="Change password" onSubmit={save}>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          error={form.formState.errors.current?.message}
          visibilityToggleButtonProps={{ 'aria-label': 'Show current password' }}
          {...form.register('current', { required: 'Enter your current password' })}
        />
        <NewPasswordFields name="next" owner={account} />
      </AccountForm>
    </FormSection>
  );
};

const AccountSections = () => {
  const account = useAccountPart('account', accountResponseSchema);
  const can = useCan(user.name);
  if (account.isLoadingError) return <QueryError query={account} />;
  if (!account.data) return <Skeleton height="16rem" radius="lg" />;
  return (
    <div className={formClasses.columns}>
      <div className={formClasses.column}>
        <ProfileSection account={account.data} />
        <PasswordSection account={account.data} />
        <SessionsSection />
      </div>
      <div className={formClasses.column}>
        <TwoFactorSection account={account.data} />
        {platform.passkeys && <PasskeysSection passkeys={platform.passkeys} />}
        {can('update') && <PolicySection />}
      </div>
    </div>
  );
};

export const AccountPage = () => (
  <div className={formClasses.page}>
    <div className={formClasses.header}>
      <PageHeader title={pageTitles.account} />
    </div>
    <div className={formClasses.body}>
      <AccountSections />
    </div>
  </div>
);
