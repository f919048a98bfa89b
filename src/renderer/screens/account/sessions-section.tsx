import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDeviceDesktop, IconLogout } from '@tabler/icons-react';
import { type SessionListItem, sessionListResponseSchema } from '#shared/account.ts';
import { request } from '../../resource-kit/client.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { openConfirm } from '../../ui/confirm.tsx';
import { formatDateTime } from '../../ui/format.ts';
import classes from './account-page.module.css';
import { AccountSection, changeAccount, useAccountPart } from './account-section.tsx';

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

export const SessionsSection = () => {
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
