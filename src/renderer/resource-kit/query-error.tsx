import { Button, Group } from '@mantine/core';
import { IconCloudOff, IconRefresh, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { extraRoutes } from '#shared/routes.ts';
import { EmptyState } from '../ui/states.tsx';
import { getErrorMessage, getErrorStatus } from './errors.ts';
import { useIsFullServer } from './server-level.ts';
import { useCan } from './session-store.ts';

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

/** The error of a record's page; one that doesn't exist leads to Trash and to the list. */
export const RecordError = (props: {
  resource: Resource;
  query: { error: unknown; refetch: () => unknown };
  listPath: string;
}) => {
  const { resource, query, listPath } = props;
  const hasTrash = useIsFullServer() === true;
  const mayRestore = useCan(resource.name)('update') && hasTrash;
  if (getErrorStatus(query.error) !== 404) return <QueryError query={query} />;
  return (
    <EmptyState
      role="alert"
      icon={IconTrash}
      title={getErrorMessage(query.error)}
      text={mayRestore ? 'Deleted items are kept in Trash for 30 days.' : undefined}
      action={
        <Group gap={8}>
          {mayRestore && (
            <Button component={Link} to={`${extraRoutes.trash}?resource=${resource.name}`}>
              Show in Trash
            </Button>
          )}
          <Button component={Link} to={listPath} variant={mayRestore ? 'subtle' : 'default'}>
            {`Go to ${inSentence(resource.labelPlural)}`}
          </Button>
        </Group>
      }
    />
  );
};

/** A failed refetch keeps the loaded data, unless the record is gone. */
export const isUnavailable = (query: { isLoadingError: boolean; error: unknown }): boolean =>
  query.isLoadingError || getErrorStatus(query.error) === 404;
