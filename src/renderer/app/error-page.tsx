import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router-dom';
import type { ServerStatus } from '#shared/ipc.ts';
import { texts } from '#shared/texts.ts';
import { isServerReachable } from '../platform/platform.ts';
import { checkServer, useServerStatus } from '../platform/server.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';
import { isCodeError, logUncaughtError } from './uncaught-errors.ts';

const describeError = (error: unknown): string => {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error && error.message ? error.message : texts.error.unknown;
};

/** Reloads, because browsers may remember a failed import, and an updated server has other files. */
const reloadIfReachable = (status: ServerStatus): void => {
  if (isServerReachable(status)) window.location.reload();
};

export const ErrorPage = () => {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!isRouteErrorResponse(error) && !isCodeError(error)) logUncaughtError(error);
    if (!isCodeError(error)) return;
    void checkServer();
    return useServerStatus.subscribe(reloadIfReachable);
  }, [error]);
  if (isCodeError(error)) {
    return (
      <Stack gap="md" px={24} py={20}>
        <PageHeader title="Offline" />
        <EmptyState
          role="alert"
          icon={IconCloudOff}
          title="This page isn’t on this computer yet"
          text="This page opens as soon as the server can be reached. Your saved data is safe."
          action={<Button onClick={() => void checkServer().then(reloadIfReachable)}>Try again</Button>}
        />
      </Stack>
    );
  }
  return (
    <Stack gap="md" px={24} py={20}>
      <PageHeader title={texts.shell.errorTitle} />
      <Stack gap="md" align="start" role="alert">
        <Text fw={500}>{describeError(error)}</Text>
        <Text c="dimmed">
          {isMissing
            ? 'This page doesn’t exist.'
            : 'Something went wrong. Your saved data is safe. Reload to continue.'}
        </Text>
        <Group>
          <Button component={Link} to="/">
            Go to home page
          </Button>
          {!isMissing && <Button onClick={() => window.location.reload()}>Reload</Button>}
        </Group>
      </Stack>
    </Stack>
  );
};
