import { Anchor, Box, Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link, useInRouterContext } from 'react-router-dom';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import type { FileUse } from '#shared/used-by.ts';
import { Pager } from '../../ui/pagination-bar.tsx';
import { request } from '../client.ts';
import { queryKeys } from '../query-client.ts';
import { getRecordPath } from '../record-paths.ts';
import { useIsFullServer } from '../server-level.ts';
import classes from './used-by.module.css';

const pageSize = 10;

const UserLink = ({ resource: name, recordId, title, references }: FileUse) => {
  const resource = findResource(name);
  const label = resource?.label ?? name;
  // Dialogs are outside of the router.
  const canFollow = useInRouterContext();
  if (!resource || !canFollow) return <>{title ? `${title} (${label})` : label}</>;
  return (
    <>
      <Anchor component={Link} to={getRecordPath(resource, { ...references, _id: recordId })}>
        {title || label}
      </Anchor>
      {title && ` (${label})`}
    </>
  );
};

/** Other records that use a stored file; renders nothing if there are none, or if the server doesn't list them. */
export const FileUses = (props: {
  file: string;
  label: string;
  recordId: string | undefined;
  /** Whether the list is open at first. */
  isOpenAtFirst?: boolean;
}) => {
  const { file, label, recordId, isOpenAtFirst = false } = props;
  const isAvailable = useIsFullServer() === true;
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const [pageIndex, setPageIndex] = useState(0);
  const listId = useId();
  const { data, isPlaceholderData, isError, refetch } = useQuery({
    queryKey: [...queryKeys.everything, 'fileUses', file, recordId, pageIndex],
    queryFn: ({ signal }) =>
      request<{ data: FileUse[]; total: number }>('GET', '/file/usedBy', {
        params: { file, pageIndex, pageSize, ...(recordId !== undefined && { except: recordId }) },
        signal,
      }),
    enabled: isAvailable,
    placeholderData: keepPreviousData,
  });
  if (isError && !data) {
    return (
      <Text c="dimmed" fz="xs" mt={4}>
        Its other uses could not be loaded.{' '}
        <Anchor component="button" type="button" fz="xs" onClick={() => void refetch()}>
          Try again
        </Anchor>
      </Text>
    );
  }
  if (!data || data.total === 0) return null;
  const pageCount = Math.ceil(data.total / pageSize);
  const text = `Used by ${formatCount(data.total, isOpenAtFirst ? 'item' : 'other item')}`;
  return (
    <Box mt={4}>
      <Button
        variant="subtle"
        size="compact-xs"
        px={0}
        fw={400}
        c="dimmed"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-label={`${label}: ${text}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        {text}
      </Button>
      {isOpen && (
        <div id={listId}>
          <ul className={classes.list} data-stale={isPlaceholderData || undefined}>
            {data.data.map((use) => (
              <li key={`${use.resource} ${use.recordId}`}>
                <UserLink {...use} />
              </li>
            ))}
          </ul>
          {pageCount > 1 && (
            <Pager page={pageIndex + 1} pageCount={pageCount} onChange={(page) => setPageIndex(page - 1)} />
          )}
        </div>
      )}
    </Box>
  );
};
