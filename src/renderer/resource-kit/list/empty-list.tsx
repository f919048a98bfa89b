import { Button, Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { extraRoutes } from '#shared/routes.ts';
import { EmptyState } from '../../ui/states.tsx';
import { findScreens } from '../declared-screens.ts';
import { useTrash } from '../history/trash.ts';
import { useIsFullServer } from '../server-level.ts';
import { useCan } from '../session-store.ts';
import type { Target } from './use-row-actions.ts';

/** Links to the deleted records of a resource, if there are any. */
const RestoreLink = ({ resource: { name } }: { resource: Resource }) => {
  const trash = useTrash({ pageIndex: 0, pageSize: 1, query: '', resource: name });
  if (!trash.data?.total) return null;
  return (
    <Button component={Link} to={`${extraRoutes.trash}?resource=${name}`} variant="subtle">
      Restore from Trash
    </Button>
  );
};

/** Shown instead of a list without records: their purpose, and a button that adds the first one. */
export const EmptyList = (props: {
  resource: Resource;
  title?: string | undefined;
  add?: { label: string; target: Target } | undefined;
}) => {
  const { resource, title = `No ${inSentence(resource.labelPlural)} yet`, add } = props;
  const mayRestore = useCan(resource.name)('create');
  const hasTrash = useIsFullServer() === true && mayRestore;
  const target = add?.target;
  return (
    <EmptyState
      title={title}
      text={findScreens(resource.name)?.purpose ?? ''}
      action={
        <Group gap={8}>
          {typeof target === 'string' && (
            <Button component={Link} to={target}>
              {add?.label}
            </Button>
          )}
          {typeof target === 'function' && <Button onClick={target}>{add?.label}</Button>}
          {hasTrash && <RestoreLink resource={resource} />}
        </Group>
      }
    />
  );
};
