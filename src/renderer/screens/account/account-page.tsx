import { Badge, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconDeviceDesktop, IconLock, IconLogout } from '@tabler/icons-react';
import { FormProvider, useForm } from 'react-hook-form';
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
import { NewPasswordFields } from '../../resource-kit/form/new-password-fields.tsx';
import listClasses from '../../resource-kit/list/list-page.module.css';
import { invalidateResource, refetchQueries } from '../../resource-kit/query-client.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { setSession, useCan } from '../../resource-kit/session-store.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { PasswordInput } from '../../ui/new-password-input.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { showSuccess } from '../../ui/toasts.tsx';
import classes from './account-page.module.css';
import { AccountSection, changeAccount, showFormError, useAccountPart } from './account-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PolicySection, TwoFactorSection } from './two-factor-section.tsx';

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
    <li className={classes.row}>
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
    </li>
  );
};

const SessionsSection = () => {
  const sessions = useAccountPart('sessions', sessionListResponseSchema);
  const sorted = sessions.data?.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  return (
    <AccountSection title="Sessions" description="Where you’re logged in. Log out a device that you don’t know.">
      <Stack gap="md">
        {sessions.isLoadingError && <QueryError query={sessions} />}
        {sessions.isPending && <Skeleton height="4rem" />}
        {sorted && (
          <ul className={classes.rows} aria-label="Sessions">
            {sorted.map((session) => (
              <SessionRow key={session._id} session={session} />
            ))}
          </ul>
        )}
        {sorted && sorted.length > 1 && (
          <Group>
            <Button leftSection={logOutIcon} onClick={() => void endOthers()}>
              Log out on all other devices
            </Button>
          </Group>
        )}
      </Stack>
    </AccountSection>
  );
};

/** Shows the new name in the avatar menu. */
const refreshSession = async () => {
  const result = await platform.session.refresh();
  if (result.state === 'signedIn') setSession(result);
};

const ProfileSection = ({ account }: { account: Account }) => {
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

const emptyValues = { current: '', next: '', passwordConfirmation: '' };

const PasswordSection = ({ account }: { account: Account }) => {
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

export const AccountPage = () => {
  const hasAccount = useIsFullServer();
  if (hasAccount === false) {
    return (
      <div className={listClasses.page}>
        <PageHeader title={pageTitles.account} />
        <EmptyState icon={IconLock} title="My account isn’t available on this server" />
      </div>
    );
  }
  return (
    <div className={formClasses.page}>
      <div className={formClasses.header}>
        <PageHeader title={pageTitles.account} />
      </div>
      <div className={formClasses.body}>
        <AccountSections />
      </div>
    </div>
  );
};
