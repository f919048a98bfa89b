import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router-dom';
import { texts } from '#shared/texts.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { logUncaughtError } from './uncaught-errors.ts';

const describeError = (error: unknown): string => {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error && error.message ? error.message : texts.error.unknown;
};

export const ErrorPage = () => {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!isRouteErrorResponse(error)) logUncaughtError(error);
  }, [error]);
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
