import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { IconCircleCheck, IconLockOpen, IconPlugConnected } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { IpcOutput } from '#shared/ipc.ts';
import type { Platform } from '../../platform/index.ts';
import { InlineAlert } from '../../ui/inline-alert.tsx';

type ServerChoice = NonNullable<Platform['serverChoice']>;
type Connection = IpcOutput<'testConnection'>;

const titles = {
  address: 'Invalid address',
  unreachable: 'Can’t reach the server',
  certificate: 'The connection isn’t secure',
  foreign: 'Not a Catalogue Back Office server',
  moved: 'The server has moved',
} as const;

const unexpected: Connection = {
  outcome: 'failed',
  reason: 'unreachable',
  message: 'Couldn’t test the connection. Try again.',
};

/** Whether others on the network can read the traffic. Local connections never leave this computer. */
const isUnencrypted = (address: string): boolean => {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
};

const unencryptedText =
  'Others on your network can read everything you send, including passwords. Use an https:// address if you can.';

const ConnectionResult = ({ connection }: { connection: Connection }) => {
  if (connection.outcome === 'failed') {
    return <InlineAlert title={titles[connection.reason]}>{connection.message}</InlineAlert>;
  }
  return (
    <Alert role="status" color="gray" variant="light" icon={<IconCircleCheck size="1.125rem" />}>
      {`Connected to ${connection.url}${connection.version ? ` (version ${connection.version})` : ''}`}
    </Alert>
  );
};

const useConnectionTest = (control: ServerChoice) => {
  const [connection, setConnection] = useState<Connection | null>(null);
  const [running, setRunning] = useState<'test' | 'choose' | null>(null);
  const requestCount = useRef(0);
  const reset = () => {
    requestCount.current += 1;
    setConnection(null);
  };
  const run = async (action: 'test' | 'choose', ask: () => Promise<Connection | null>) => {
    reset();
    const requestId = requestCount.current;
    setRunning(action);
    const answer = await ask().catch(() => unexpected);
    setRunning((now) => (now === action ? null : now));
    // A newer input or request may concern another address.
    if (requestId === requestCount.current) setConnection(answer);
  };
  return {
    connection,
    running,
    reset,
    test: (address: string) => run('test', () => control.test(address)),
    choose: (address: string | null) => run('choose', () => control.choose(address)),
  };
};

/** Chooses the embedded or a remote server. The latter is tested before it is used. */
export const ServerForm = ({
  control,
  current,
}: {
  control: ServerChoice;
  current: IpcOutput<'getServerSetting'>;
}) => {
  const [kind, setKind] = useState(current.url === null ? 'embedded' : 'remote');
  const [address, setAddress] = useState(current.url ?? '');
  const { connection, running, reset, test, choose } = useConnectionTest(control);
  const isRemote = kind === 'remote';
  const isCurrent = isRemote ? address === current.url : current.url === null;
  const isEmpty = isRemote && address.trim() === '';

  if (current.fixedBy !== null) {
    return (
      <Text>{`This computer uses ${current.url ?? 'its own server'}, set by ${current.fixedBy}. You can’t change it here.`}</Text>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isCurrent && !isEmpty) void choose(isRemote ? address : null);
      }}
    >
      <Stack gap="md">
        <Radio.Group
          aria-label="Server"
          value={kind}
          onChange={(value) => {
            setKind(value);
            reset();
          }}
        >
          <Stack gap="sm">
            <Radio value="embedded" label="This computer" description="For one person. Works offline." />
            <Radio value="remote" label="Shared server" description="Used by everyone in your office." />
          </Stack>
        </Radio.Group>
        {isRemote && (
          <TextInput
            label="Server address"
            placeholder="https://office.example.com"
            inputMode="url"
            spellCheck={false}
            value={address}
            onChange={({ currentTarget }) => {
              setAddress(currentTarget.value);
              reset();
            }}
          />
        )}
        {isRemote && isUnencrypted(address.trim()) && (
          <InlineAlert role="status" icon={IconLockOpen} title="Connection isn’t encrypted">
            {unencryptedText}
          </InlineAlert>
        )}
        {connection && <ConnectionResult connection={connection} />}
        <Group gap="sm">
          <Button type="submit" data-brand disabled={isCurrent || isEmpty} loading={running === 'choose'}>
            Use this server
          </Button>
          {isRemote && (
            <Button
              variant="default"
              leftSection={<IconPlugConnected size="1rem" />}
              disabled={isEmpty}
              loading={running === 'test'}
              onClick={() => void test(address)}
            >
              Test connection
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          All windows will reload. Unsaved changes stay on this computer, and you can restore them when you
          switch back. Finish any import first.
        </Text>
      </Stack>
    </form>
  );
};
