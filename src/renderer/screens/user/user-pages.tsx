import { Alert, Button, Card, Group, Text, TextInput, Title } from '@mantine/core';
import { IconInfoCircle, IconKey } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { generatePath, useSearchParams } from 'react-router-dom';
import { userTwoFactorResponseSchema } from '#shared/account.ts';
import type { PasswordResetCode } from '#shared/passwords.ts';
import type { RecordOf } from '#shared/resource-kit/define-resource.ts';
import { formatCount, joinSentences } from '#shared/resource-kit/labels.ts';
import { user } from '#shared/resources/user.ts';
import { request, send } from '../../resource-kit/client.ts';
import { attempt, reportError } from '../../resource-kit/errors.ts';
import { createListColumns } from '../../resource-kit/list/columns.tsx';
import { ListPage } from '../../resource-kit/list/list-page.tsx';
import { type TabFilter, useCurrentTab } from '../../resource-kit/list/list-state.tsx';
import { PersonalDataCard } from '../../resource-kit/personal-data.tsx';
import { refetchQueries } from '../../resource-kit/query-client.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { useCan } from '../../resource-kit/session-store.ts';
import { ViewPage } from '../../resource-kit/view-page.tsx';
import { openConfirm, openNotice } from '../../ui/confirm.tsx';
import { showSuccess } from '../../ui/toasts.tsx';
import { canSignIn } from './user-form.tsx';

const AdminsOnlyNote = () => {
  const can = useCan(user.name);
  if (can('update')) return null;
  return (
    <Alert color="gray" variant="light" icon={<IconInfoCircle size="1.125rem" />}>
      Only admins can add, change or delete users
    </Alert>
  );
};

const showCode = ({ code, url }: PasswordResetCode, name: string) =>
  openNotice({
    title: 'One-time code',
    content: () => (
      <>
        <Text>
          Give this code to {name}. It works once, for 15 minutes, under “Forgot your password?” on the login screen.
          You won’t see it again.
        </Text>
        <TextInput
          label="Code"
          value={code}
          readOnly
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
        />
        {url !== undefined && (
          <TextInput label="Link" value={url} readOnly onFocus={(event) => event.currentTarget.select()} />
        )}
      </>
    ),
  });

/** Creates a code with which the user of the page sets a new password. */
const OneTimeCode = ({ record: { _id, name } }: { record: RecordOf<typeof user> }) => {
  const create = useMutation({
    mutationFn: () =>
      send<{ data: PasswordResetCode }>({ method: 'POST', path: `/user/${_id}/password-reset`, body: {} }),
    onSuccess: ({ data }) => showCode(data, name),
    onError: reportError,
  });
  return (
    <Card mt="md">
      <Title order={2} mb="xs">
        Password
      </Title>
      <Group justify="space-between">
        <Text c="dimmed">If {name} has forgotten the password, a one-time code sets a new one.</Text>
        <Button
          variant="default"
          leftSection={<IconKey size="1rem" />}
          loading={create.isPending}
          onClick={() => create.mutate()}
        >
          Create one-time code
        </Button>
      </Group>
    </Card>
  );
};

type Target = { _id: string; name: string };

const getPath = (id: string) => `/user/${encodeURIComponent(id)}/two-factor`;
const getKey = (id: string) => ['twoFactor', id];

const reset = async ({ _id, name }: Target) => {
  const isConfirmed = await openConfirm({
    title: `Reset two-factor login of ${name}?`,
    message: 'The authenticator app, recovery codes and passkeys stop working, and all sessions end.',
    confirmLabel: 'Reset',
    isDestructive: true,
  });
  if (!isConfirmed) return;
  await attempt(async () => showSuccess((await request<{ message: string }>('DELETE', getPath(_id))).message));
  await refetchQueries(getKey(_id));
};

/** Resets the second factors of a user. */
const FactorsCard = ({ target }: { target: Target }) => {
  const factors = useQuery({
    queryKey: getKey(target._id),
    queryFn: async ({ signal }) =>
      userTwoFactorResponseSchema.parse(await request('GET', getPath(target._id), { signal })).data,
    staleTime: 0,
  });
  if (!factors.data) return null;
  const { isOn, passkeys } = factors.data;
  return (
    <Card mt="md">
      <Group justify="space-between">
        <div>
          <Title order={2}>Two-factor login</Title>
          <Text c="dimmed">
            {joinSentences([isOn ? 'On' : 'Off', passkeys > 0 ? formatCount(passkeys, 'passkey') : ''])}
          </Text>
        </div>
        {(isOn || passkeys > 0) && (
          <Button variant="danger" onClick={() => void reset(target)}>
            Reset…
          </Button>
        )}
      </Group>
    </Card>
  );
};

const visibleFields = [
  ...(['name', 'email', 'phone', 'countryId'] as const),
  ...(['regionId', 'stateId', 'cityId', 'locationId'] as const),
];

export const UserDetail = () => {
  const [search] = useSearchParams();
  const role = search.get('role');
  const can = useCan(user.name);
  const canHelp = useIsFullServer() && can('update');
  return (
    <ViewPage
      resource={user}
      title={`${role ?? 'User'} Details`}
      listPath={`${user.paths.list}/?role=${role ?? 'All'}`}
      values={[...visibleFields, { name: 'status', isSwitch: true }]}
    >
      {(record) => (
        <>
          {canHelp && canSignIn(record.role) && record.status === 'ACTIVE' && <OneTimeCode record={record} />}
          {canHelp && canSignIn(record.role) && <FactorsCard target={record} />}
          <AdminsOnlyNote />
          <PersonalDataCard user={record} />
        </>
      )}
    </ViewPage>
  );
};

const roleTabs: TabFilter = {
  name: 'role',
  tabs: [
    { value: 'All', label: 'All' },
    { value: 'admin', label: 'Admin' },
    { value: 'subadmin', label: 'Sub admin' },
    { value: 'user', label: 'User' },
  ],
};

const column = createListColumns(user);

const columns = [
  column.rowNumber({ width: '6%' }),
  column.field('name', { width: '25%' }),
  column.field('email', { width: '25%' }),
  column.field('phone', { width: '17%' }),
  column.field('status', { width: '12%' }),
  column.actions({ width: '15%' }),
];

export const UserList = () => {
  const role = useCurrentTab(roleTabs).value;
  const getPath = (path: string, id: string) => `${generatePath(path, { id })}/?role=${role}`;
  return (
    <ListPage
      resource={user}
      title={`${role} List`}
      windowTitle={[`${role} List`, user.labelPlural]}
      tabFilter={roleTabs}
      columns={columns}
      view={({ _id }) => getPath(user.paths.view, _id)}
      edit={({ _id }) => getPath(`${user.paths.form}/:id`, _id)}
    >
      <AdminsOnlyNote />
    </ListPage>
  );
};
