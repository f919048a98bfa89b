import { Button, Card, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PasswordResetCode } from '#shared/passwords.ts';
import type { RecordOf } from '#shared/resource-kit/define-resource.ts';
import { user } from '#shared/resources/user.ts';
import { send } from '../../resource-kit/client.ts';
import { reportError } from '../../resource-kit/errors.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { useCan } from '../../resource-kit/session-store.ts';
import { canSignIn } from './user-body.ts';

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
export const OneTimeCode = ({ record }: { record: RecordOf<typeof user> }) => {
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
