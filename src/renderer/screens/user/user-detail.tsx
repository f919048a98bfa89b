import { Button, Card, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PasswordResetCode } from '#shared/passwords.ts';
import type { RecordOf } from '#shared/resource-kit/define-resource.ts';
import { formatCount, joinSentences } from '#shared/resource-kit/labels.ts';
import { user } from '#shared/resources/user.ts';
import { userTwoFactorResponseSchema } from '#shared/two-factor.ts';
import { request, send } from '../../resource-kit/client.ts';
import { attempt, reportError } from '../../resource-kit/errors.ts';
import { PersonalDataCard } from '../../resource-kit/personal-data.tsx';
import { refetchQueries } from '../../resource-kit/query-client.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { useCan } from '../../resource-kit/session-store.ts';
import { ViewPage } from '../../resource-kit/view-page.tsx';
import { openConfirm } from '../../ui/confirm.tsx';
import { showSuccess } from '../../ui/toasts.tsx';
import { canSignIn } from './user-form.tsx';
import { AdminsOnlyNote } from './user-list.tsx';

const CodeDialog = ({ created, name, onClose }: { created: PasswordResetCode; name: string; onClose: () => void }) => (
  <Modal opened title="One-time code" onClose={onClose}>
    <Stack gap="md">
      <Text>
        Give this code to {name}. It works once, for 15 minutes, under “Forgot your password?” on the login screen. You
        won’t see it again.
      </Text>
      <TextInput
        label="Code"
        value={created.code}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
      {created.url !== undefined && (
        <TextInput label="Link" value={created.url} readOnly onFocus={(event) => event.currentTarget.select()} />
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  </Modal>
);

/** Creates a code with which the user of the page sets a new password. */
const OneTimeCode = ({ record }: { record: RecordOf<typeof user> }) => {
  const can = useCan(user.name);
  const isSupported = useIsFullServer();
  const [created, setCreated] = useState<PasswordResetCode>();
  const create = useMutation({
    mutationFn: () =>
      send<{ data: PasswordResetCode }>({
        method: 'POST',
        path: `/user/${record._id}/password-reset`,
        body: {},
      }),
    onSuccess: ({ data }) => setCreated(data),
    onError: reportError,
  });
  if (!isSupported || !can('update') || !canSignIn(record.role) || record.status !== 'ACTIVE') return null;
  return (
    <Card mt="md">
      <Title order={2} mb="xs">
        Password
      </Title>
      <Group justify="space-between">
        <Text c="dimmed">If {record.name} has forgotten the password, a one-time code sets a new one.</Text>
        <Button
          variant="default"
          leftSection={<IconKey size="1rem" />}
          loading={create.isPending}
          onClick={() => create.mutate()}
        >
          Create one-time code
        </Button>
      </Group>
      {created && <CodeDialog created={created} name={record.name} onClose={() => setCreated(undefined)} />}
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

/** Resets the second factors of a user, for admins. */
const TwoFactorReset = ({ target }: { target: Target }) => {
  const can = useCan(user.name);
  const hasTwoFactor = useIsFullServer();
  return hasTwoFactor && can('update') ? <FactorsCard target={target} /> : null;
};

const visibleFields = [
  ...(['name', 'email', 'phone', 'countryId'] as const),
  ...(['regionId', 'stateId', 'cityId', 'locationId'] as const),
];

export const UserDetail = () => {
  const [search] = useSearchParams();
  const role = search.get('role');
  return (
    <ViewPage
      resource={user}
      title={`${role ?? 'User'} Details`}
      listPath={`${user.paths.list}/?role=${role ?? 'All'}`}
      values={[...visibleFields, { name: 'status', isSwitch: true }]}
    >
      {(record) => (
        <>
          <OneTimeCode record={record} />
          {canSignIn(record.role) && <TwoFactorReset target={record} />}
          <AdminsOnlyNote />
          <PersonalDataCard user={record} />
        </>
      )}
    </ViewPage>
  );
};
