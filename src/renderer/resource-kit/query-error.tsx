import { Button } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { EmptyState } from '../ui/states.tsx';
import { getErrorMessage, getErrorStatus } from './errors.ts';

/** A query's error message with a button to retry. */
export const QueryError = ({ query }: { query: { error: unknown; refetch: () => unknown } }) => (
  <EmptyState
    role="alert"
    icon={IconCloudOff}
    title={getErrorMessage(query.error)}
    action={
      <Button leftSection={<IconRefresh size="1rem" />} onClick={() => void query.refetch()}>
        Try again
      </Button>
    }
  />
);

/** A failed refetch keeps the loaded data, unless the record is gone. */
export const isUnavailable = (query: { isLoadingError: boolean; error: unknown }): boolean =>
  query.isLoadingError || getErrorStatus(query.error) === 404;
