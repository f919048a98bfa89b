import { Button } from '@mantine/core';
import { IconFolderOpen, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { EmptyState } from '../../ui/states.tsx';
import { getResourceIcon } from '../declared-screens.ts';
import type { ListParams, ListParamsUpdate } from '../list-params.ts';
import { QueryError } from '../query-error.tsx';
import { findTab, type TabFilter } from './list-tabs.tsx';

export const isFiltered = ({ query, filters }: ListParams): boolean => query !== '' || Object.keys(filters).length > 0;

export const ListPlaceholder = ({
  resource,
  listQuery,
  total,
  hasRows,
  state,
  emptyText = `No ${inSentence(resource.labelPlural)} yet`,
  tabFilter,
  addButton,
  onChange,
}: {
  resource: Resource;
  listQuery: { isError: boolean; isSuccess: boolean; error: unknown; refetch: () => unknown };
  total: number;
  hasRows: boolean;
  state: ListParams;
  emptyText?: string;
  tabFilter?: TabFilter;
  addButton: ReactNode;
  onChange: (change: ListParamsUpdate) => void;
}) => {
  if (listQuery.isError && !hasRows) return <QueryError query={listQuery} />;
  if (!listQuery.isSuccess || total > 0) return null;
  if (!isFiltered(state)) {
    return <EmptyState isIllustrated icon={getResourceIcon(resource.name)} title={emptyText} action={addButton} />;
  }
  const { query, filters } = state;
  const label = inSentence(resource.labelPlural);
  const tab = tabFilter && findTab(tabFilter, filters[tabFilter.name] ?? null);
  const isTabOnly = tab && query === '' && Object.keys(filters).every((name) => name === tabFilter.name);
  const noFilters = Object.fromEntries(Object.keys(filters).map((name) => [name, null]));
  const all = isTabOnly ? { [tabFilter.name]: tabFilter.tabs[0].value } : noFilters;
  return (
    <EmptyState
      icon={isTabOnly ? IconFolderOpen : IconSearchOff}
      title={isTabOnly ? `No ${label} in “${tab.label}”` : `No ${label} match your search`}
      action={
        <Button onClick={() => onChange({ query: '', filters: all })}>
          {isTabOnly ? 'Show all' : 'Clear search and filters'}
        </Button>
      }
    />
  );
};
