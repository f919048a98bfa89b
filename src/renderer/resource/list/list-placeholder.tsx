import { Button } from '@mantine/core';
import { IconFolderOpen, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Resource } from '#shared/resource/define-resource.ts';
import { inSentence } from '#shared/resource/labels.ts';
import { EmptyState } from '../../ui/states.tsx';
import type { ListChange, ListParams } from '../list-state.ts';
import { QueryError } from '../query-error.tsx';
import { findTab, type TabFilter } from './list-tabs.tsx';

type ListQuery = { isError: boolean; isSuccess: boolean; error: unknown; refetch: () => unknown };

export const isFiltered = ({ query, filters }: ListParams): boolean =>
  query !== '' || Object.keys(filters).length > 0;

export const ListPlaceholder = ({
  resource,
  listQuery,
  total,
  hasRows,
  state,
  emptyText = `No ${inSentence(resource.labelPlural)} yet`,
  tabSet,
  addButton,
  onChange,
}: {
  resource: Resource;
  listQuery: ListQuery;
  total: number;
  hasRows: boolean;
  state: ListParams;
  emptyText?: string;
  tabSet?: TabFilter;
  addButton: ReactNode;
  onChange: (change: ListChange) => void;
}) => {
  if (listQuery.isError && !hasRows) {
    return <QueryError query={listQuery} />;
  }
  if (!listQuery.isSuccess || total > 0) return null;
  if (!isFiltered(state)) {
    return <EmptyState icon={IconFolderOpen} title={emptyText} action={addButton} />;
  }
  const { query, filters } = state;
  const tab = tabSet && findTab(tabSet, filters[tabSet.name] ?? null);
  if (tab && query === '' && Object.keys(filters).every((name) => name === tabSet.name)) {
    return (
      <EmptyState
        icon={IconFolderOpen}
        title={`No ${inSentence(resource.labelPlural)} in “${tab.label}”`}
        action={
          <Button onClick={() => onChange({ filters: { [tabSet.name]: tabSet.tabs[0].value } })}>
            Show all
          </Button>
        }
      />
    );
  }
  const noFilters = Object.fromEntries(Object.keys(filters).map((name) => [name, null]));
  return (
    <EmptyState
      icon={IconSearchOff}
      title={`No ${inSentence(resource.labelPlural)} match your search`}
      action={
        <Button onClick={() => onChange({ query: '', filters: noFilters })}>Clear search and filters</Button>
      }
    />
  );
};
