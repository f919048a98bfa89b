import { Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { describeShortcut, useGlobalShortcut } from '../../ui/shortcuts.ts';
import { listQuery } from '../hooks.ts';
import { type ListParams, parseListParams, updateListParams } from '../list-params.ts';
import { fillPathWithRecord } from '../record-paths.ts';

/** The state of the list at an address; null if it is the list of another resource. */
export const parseListPath = (resource: Resource, listPath: string): ListParams | null => {
  const { pathname, searchParams } = new URL(listPath, 'app://list');
  const match = resource.paths.list === undefined ? null : matchPath(resource.paths.list, pathname);
  if (!match) return null;
  const params = parseListParams(resource, searchParams);
  const parents = Object.entries(match.params).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return { ...params, filters: { ...params.filters, ...Object.fromEntries(parents) } };
};

/** The address of the same list at another page. */
const withPage = (listPath: string, pageIndex: number): string => {
  const { pathname, searchParams } = new URL(listPath, 'app://list');
  return `${pathname}?${updateListParams(searchParams, { pageIndex })}`;
};

type Neighbour = { record: AnyRecord; pageIndex: number } | undefined;

const usePage = (resource: Resource, params: ListParams | null) => {
  const { queryKey, queryFn } = listQuery(resource, params ?? parseListParams(resource, new URLSearchParams()));
  const { data } = useQuery({ queryKey, queryFn: params ? queryFn : skipToken });
  return data;
};

/** Position of a record in the list that it was opened from, and the records before and after it. */
const usePosition = (resource: Resource, { id, listPath }: { id: string; listPath: string | undefined }) => {
  const params = listPath === undefined ? null : parseListPath(resource, listPath);
  const page = usePage(resource, params);
  const rows: readonly AnyRecord[] = page?.data ?? [];
  const found = rows.findIndex(({ _id }) => _id === id);
  // A record that was changed so that the list no longer shows it leaves its place to the next one.
  const last = useRef({ id: '', index: -1 });
  if (found >= 0) last.current = { id, index: found };
  const index = last.current.id === id ? last.current.index : -1;
  const total = page?.total ?? 0;
  const first = params ? params.pageIndex * params.pageSize : 0;
  const nextIndex = found >= 0 ? index + 1 : index;
  const hasPageBefore = params !== null && index === 0 && first > 0;
  const hasPageAfter = index >= 0 && nextIndex >= rows.length && first + rows.length < total;
  const turn = (offset: number) => params && { ...params, pageIndex: params.pageIndex + offset };
  const before = usePage(resource, hasPageBefore ? turn(-1) : null)?.data.at(-1);
  const after = usePage(resource, hasPageAfter ? turn(1) : null)?.data[0];
  const toNeighbour = (inPage: AnyRecord | undefined, beyond: AnyRecord | undefined, offset: number): Neighbour => {
    if (!params || index < 0) return undefined;
    if (inPage) return { record: inPage, pageIndex: params.pageIndex };
    return beyond && { record: beyond, pageIndex: params.pageIndex + offset };
  };
  return {
    label: found >= 0 ? `${(first + found + 1).toLocaleString('en')} of ${total.toLocaleString('en')}` : null,
    isKnown: index >= 0,
    previous: toNeighbour(rows[index - 1], before, -1),
    next: toNeighbour(rows[nextIndex], after, 1),
  };
};

/** "3 of 281" in the list that the page was opened from, with links to the records before and after. */
export const RecordPosition = (props: { resource: Resource; id: string; screen: 'view' | 'edit' }) => {
  const { resource, id, screen } = props;
  const { state } = useLocation();
  const navigate = useNavigate();
  const listPath: string | undefined = state?.listPath;
  const { label, isKnown, previous, next } = usePosition(resource, { id, listPath });
  const path = screenPaths(resource.paths)[screen];
  const open = (neighbour: Neighbour) => {
    if (!neighbour || !path || listPath === undefined) return;
    void navigate(fillPathWithRecord(path, neighbour.record), {
      state: { ...state, listPath: withPage(listPath, neighbour.pageIndex) },
    });
  };
  useGlobalShortcut('previousRecord', previous && (() => open(previous)));
  useGlobalShortcut('nextRecord', next && (() => open(next)));
  if (!isKnown) return null;
  return (
    <Group gap={2} wrap="nowrap" role="group" aria-label="Position in the list">
      {label !== null && (
        <Text size="sm" c="dimmed" me={6} className="bo-tabular">
          {label}
        </Text>
      )}
      <IconButton
        label="Previous in the list"
        tooltip={`Previous (${describeShortcut('previousRecord')})`}
        icon={<IconChevronUp size="1.125rem" />}
        isDisabled={!previous}
        onClick={() => open(previous)}
      />
      <IconButton
        label="Next in the list"
        tooltip={`Next (${describeShortcut('nextRecord')})`}
        icon={<IconChevronDown size="1.125rem" />}
        isDisabled={!next}
        onClick={() => open(next)}
      />
    </Group>
  );
};
