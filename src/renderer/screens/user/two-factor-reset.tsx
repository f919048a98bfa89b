import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatCount, joinSentences } from '#shared/resource-kit/labels.ts';
import { user } from '#shared/resources/user.ts';
import { userTwoFactorResponseSchema } from '#shared/two-factor.ts';
import { request } from '../../resource-kit/client.ts';
import { reportError } from '../../resource-kit/errors.ts';
import { refetchQueries } from '../../resource-kit/invalidate.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { useCan } from '../../resource-kit/session-store.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { showSuccess } from '../../ui/toasts.tsx';

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
  try {
    const { message } = await request<{ message: string }>('DELETE', getPath(_id));
    showSuccess(message);
  } catch (error) {
    reportError(error);
  } finally {
    await refetchQueries(getKey(_id));
  }
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
export const TwoFactorReset = ({ target }: { target: Target }) => {
  const can = useCan(user.name);
  const hasTwoFactor = useIsFullServer();
  return hasTwoFactor && can('update') ? <FactorsCard target={target} /> : null;
};
