import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { IconCircleCheck, IconLockOpen, IconPlugConnected } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { IpcOutput } from '#shared/ipc.ts';
import type { Platform } from '../../platform/index.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';

type Control = NonNullable<Platform['serverChoice']>;
type Connection = IpcOutput<'testServer'>;

const titles = {
  address: 'This address cannot be used',
  unreachable: 'The server cannot be reached',
  certificate: 'The connection is not safe',
  foreign: 'This is another kind of server',
  moved: 'The server is at another address',
} as const;

const unexpected: Connection = {
  outcome: 'failed',
  reason: 'unreachable',
  message: 'The connection could not be tried. Try once more',
};

/** Whether others in the network can read along: what stays on this computer nobody can. */
const isUnencrypted = (address: string): boolean => {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
};

const unencryptedText =
  'This connection is not encrypted: others in the network can read all that is sent, passwords included. Use an address with https:// if the server has one.';

const Outcome = ({ connection }: { connection: Connection }) => {
  if (connection.outcome === 'failed') {
    return <ProblemAlert title={titles[connection.reason]}>{connection.message}</ProblemAlert>;
  }
  return (
    <Alert role="status" color="gray" variant="light" icon={<IconCircleCheck size="1.125rem" />}>
      {`${connection.url} answers${connection.version ? `, version ${connection.version}` : ''}.`}
    </Alert>
  );
};

const useConnection = (control: Control) => {
  const [connection, setConnection] = useState<Connection | null>(null);
  const [running, setRunning] = useState<'test' | 'choose' | null>(null);
  const asked = useRef(0);
  const forget = () => {
    asked.current += 1;
    setConnection(null);
  };
  const run = async (what: 'test' | 'choose', ask: () => Promise<Connection | null>) => {
    forget();
    const turn = asked.current;
    setRunning(what);
    const answer = await ask().catch(() => unexpected);
    setRunning((now) => (now === what ? null : now));
    // What was typed or asked since is about another address.
    if (turn === asked.current) setConnection(answer);
  };
  return {
    connection,
    running,
    forget,
    test: (address: string) => run('test', () => control.test(address)),
    choose: (address: string | null) => run('choose', () => control.choose(address)),
  };
};

/** Chooses the server on this computer or another one, which is tried before it is used. */
export const ServerForm = ({
  control,
  current,
}: {
  control: Control;
  current: IpcOutput<'getServerChoice'>;
}) => {
  const [kind, setKind] = useState(current.url === null ? 'embedded' : 'remote');
  const [address, setAddress] = useState(current.url ?? '');
  const { connection, running, forget, test, choose } = useConnection(control);
  const isRemote = kind === 'remote';
  const isCurrent = isRemote ? address === current.url : current.url === null;
  const isEmpty = isRemote && address.trim() === '';

  if (current.fixedBy !== null) {
    return (
      <Text>{`${current.url ?? 'The server'} is set by ${current.fixedBy} on this computer and cannot be changed here.`}</Text>
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
            forget();
          }}
        >
          <Stack gap="sm">
            <Radio
              value="embedded"
              label="This computer"
              description="For one person, also without a network"
            />
            <Radio value="remote" label="Another server" description="The one that your office shares" />
          </Stack>
        </Radio.Group>
        {isRemote && (
          <TextInput
            label="Address"
            placeholder="https://office.example.com"
            inputMode="url"
            spellCheck={false}
            value={address}
            onChange={({ currentTarget }) => {
              setAddress(currentTarget.value);
              forget();
            }}
          />
        )}
        {isRemote && isUnencrypted(address.trim()) && (
          <ProblemAlert role="status" icon={IconLockOpen} title="Not encrypted">
            {unencryptedText}
          </ProblemAlert>
        )}
        {connection && <Outcome connection={connection} />}
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
          All windows are loaded anew with the other server. What was typed into forms is kept on this
          computer, and offered when you come back to the server it was typed for. An import is not: finish it
          first.
        </Text>
      </Stack>
    </form>
  );
};
