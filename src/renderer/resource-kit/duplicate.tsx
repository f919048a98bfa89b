import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { getCopyPath } from './record-paths.ts';
import { useIsFullServer } from './server-level.ts';
import { useCan } from './session-store.ts';

/** Whether the user may add copies of records, and the server accepts their stored files in a new record. */
export const useCanDuplicate = (resource: Resource | undefined): boolean => {
  const can = useCan(resource?.name ?? '');
  const isSupported = useIsFullServer() === true;
  if (!isSupported || resource === undefined || resource.isSingleton) return false;
  const { add, edit } = screenPaths(resource.paths);
  // Files of the library have a form, but not to add one.
  return can('create') && (add !== undefined || edit === undefined);
};

/** Opens the add form with the values of a record. */
export const DuplicateButton = ({ resource, record }: { resource: Resource; record: AnyRecord }) => {
  const { state } = useLocation();
  const isAllowed = useCanDuplicate(resource);
  const path = getCopyPath(resource, record);
  if (!isAllowed || path === undefined) return null;
  return (
    <Button component={Link} to={path} state={state} leftSection={<IconCopy size="1rem" />}>
      Duplicate
    </Button>
  );
};
