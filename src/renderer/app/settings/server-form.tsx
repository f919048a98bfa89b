import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { IconCircleCheck, IconLockOpen, IconPlugConnected } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bridge, ConnectionTest, IpcOutput } from '#shared/ipc.ts';
import { isUnencrypted } from '#shared/urls.ts';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import classes from './settings.module.css';

const errorTitles = {
  address: 'Invalid address',
  unreachable: 'Can’t reach the server',
  certificate: 'The connection isn’t secure',
  foreign: 'Not a Catalogue Back Office server',
  moved: 'The server has moved',
} as const;

const unexpectedResult: ConnectionTest = {
  outcome: 'failed',
  reason: 'unreachable',
  message: 'Couldn’t test the connection. Try again.',
};

const isUnencryptedAddress = (address: string): boolean => URL.canParse(address) && isUnencrypted(new URL(address));

const unencryptedText =
  'Others on your network can read everything you send, including passwords. Use an https:// address if you can.';

const ConnectionResult = ({ connection }: { connection: ConnectionTest }) => {
  if (connection.outcome === 'cancelled') return null;
  if (connection.outcome === 'failed') {
    return <InlineAlert title={errorTitles[connection.reason]}>{connection.message}</InlineAlert>;
  }
  return (
    <Alert role="status" color="gray" variant="light" icon={<IconCircleCheck size="1.125rem" />}>
      {`Connected to ${connection.url}${connection.version ? ` (version ${connection.version})` : ''}`}
    </Alert>
  );
};

/** Chooses the embedded or a remote server. The latter is tested before it is used. */
export const ServerForm = ({ desktop, setting }: { desktop: Bridge; setting: IpcOutput<'getServerSetting'> }) => {
  const [kind, setKind] = useState(setting.url === null ? 'embedded' : 'remote');
  const [address, setAddress] = useState(setting.url ?? '');
  const isRemote = kind === 'remote';
  const isCurrent = isRemote ? address === setting.url : setting.url === null;
  const isEmpty = isRemote && address.trim() === '';
  const target = isRemote ? address : null;
  const connect = useMutation({
    mutationFn: ({ action, to }: { action: 'test' | 'choose'; to: string | null }) =>
      action === 'choose' ? desktop.setServer({ address: to }) : desktop.testConnection({ address: to ?? '' }),
  });
  const isRunning = (action: 'test' | 'choose') => connect.isPending && connect.variables.action === action;
  // The result for another address no longer counts.
  const connection = connect.variables?.to === target && (connect.isError ? unexpectedResult : connect.data);

  if (setting.fixedBy !== null) {
    return (
      <Text>{`This computer uses ${setting.url ?? 'its own server'}, set by ${setting.fixedBy}. You can’t change it here.`}</Text>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isCurrent && !isEmpty) connect.mutate({ action: 'choose', to: target });
      }}
    >
      <Stack gap="md">
        <Radio.Group aria-label="Server" value={kind} onChange={setKind}>
          <Stack gap="sm">
            <Radio
              className={classes.choice}
              value="embedded"
              label="This computer"
              description="For one person. Works offline."
            />
            <Radio
              className={classes.choice}
              value="remote"
              label="Shared server"
              description="Used by everyone in your office."
            />
          </Stack>
        </Radio.Group>
        {isRemote && (
          <TextInput
            label="Server address"
            placeholder="https://office.example.com"
            inputMode="url"
            spellCheck={false}
            value={address}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          />
        )}
        {isRemote && isUnencryptedAddress(address.trim()) && (
          <InlineAlert role="status" icon={IconLockOpen} title="Connection isn’t encrypted">
            {unencryptedText}
          </InlineAlert>
        )}
        {connection && <ConnectionResult connection={connection} />}
        <Group gap="sm">
          <Button type="submit" variant="brand" disabled={isCurrent || isEmpty} loading={isRunning('choose')}>
            Use this server
          </Button>
          {isRemote && (
            <Button
              leftSection={<IconPlugConnected size="1rem" />}
              disabled={isEmpty}
              loading={isRunning('test')}
              onClick={() => connect.mutate({ action: 'test', to: target })}
            >
              Test connection
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          All windows will reload. Unsaved changes that could be kept on this computer are offered when you switch back.
          Finish any import first.
        </Text>
      </Stack>
    </form>
  );
};
