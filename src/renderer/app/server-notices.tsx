import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ServerStatus } from '#shared/ipc.ts';
import { joinSentences } from '#shared/resource-kit/labels.ts';
import { useSlowRequests } from '../platform/http.ts';
import { platform } from '../platform/index.ts';
import { isServerReachable } from '../platform/platform.ts';
import { retryServer, useServerStatus } from '../platform/server.ts';
import { InlineAlert } from '../ui/inline-alert.tsx';
import { showInfo } from '../ui/toasts.tsx';
import { useLoaded } from './auth/public-requests.ts';
import { openSettings } from './settings/settings-store.ts';
import classes from './shell/shell.module.css';

const bannerMessages: Partial<Record<ServerStatus['state'], string>> = {
  starting: 'Starting the server…',
  restarting: 'The server stopped and is restarting. Your unsaved changes are safe.',
  unreachable:
    'Can’t reach the server. You’re seeing the last loaded data, and your unsaved changes are safe. We’ll reconnect automatically.',
};

const slowAnswerMessage = 'The server is taking longer than usual to answer. Your unsaved changes are safe.';

/** Until a start takes longer than usual, no banner shifts the page. */
const slowStartDelayMs = 3000;

const useSlowStart = (state: ServerStatus['state']): boolean => {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (state !== 'starting') return;
    const timer = window.setTimeout(setIsSlow, slowStartDelayMs, true);
    return () => {
      window.clearTimeout(timer);
      setIsSlow(false);
    };
  }, [state]);
  return isSlow;
};

const recoveryMessages: Partial<Record<ServerStatus['state'], string>> = {
  restarting: 'The server has restarted',
  unreachable: 'Reconnected to the server',
};

/** Says that the server is back. Returns a function that stops that. */
export const announceRecovery = (): (() => void) =>
  useServerStatus.subscribe((status, previous) => {
    const message = recoveryMessages[previous.state];
    if (message && isServerReachable(status)) showInfo(message);
  });

/** Banner above the page while the server is unavailable. Forms keep their input. */
export const ServerBanner = () => {
  const { state } = useServerStatus();
  const isSlow = useSlowStart(state);
  const isWaiting = useSlowRequests(({ count }) => count > 0);
  const message = state !== 'starting' || isSlow ? bannerMessages[state] : undefined;
  const text = message ?? (isWaiting && slowAnswerMessage);
  return (
    <div role="status">
      {text && (
        <Group gap="xs" wrap="nowrap" className={`${classes.banner} bo-no-print`}>
          <IconCloudOff size="1.125rem" aria-hidden style={{ flex: 'none' }} />
          {text}
          <Button size="compact-sm" onClick={() => void retryServer()} flex="none" ms="auto">
            Try again
          </Button>
        </Group>
      )}
    </div>
  );
};

/** Opens the server settings. Renders nothing if the host has no choice of server. */
export const ChangeServerButton = () => platform.desktop && <Button onClick={openSettings}>Change server</Button>;

export const ServerUnreachableAlert = () => {
  const { state, message = 'The server isn’t responding' } = useServerStatus();
  const { data: appInfo } = useLoaded(platform.appInfo);
  if (state !== 'unreachable') return null;
  return (
    <InlineAlert icon={IconCloudOff} title="Login is unavailable">
      <Stack gap="sm">
        <Text>
          {joinSentences([appInfo ? `${message}: ${appInfo.server}` : message, 'We’ll reconnect automatically.'])}
        </Text>
        <Group gap="sm">
          <Button onClick={() => void retryServer()}>Try again</Button>
          <ChangeServerButton />
        </Group>
      </Stack>
    </InlineAlert>
  );
};
