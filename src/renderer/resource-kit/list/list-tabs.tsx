import { Stack, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { fixedOptions } from '#shared/resource-kit/labels.ts';
import { useChangeListState } from './use-list-page.ts';

/** Tabs that filter a list by one field; the first tab shows all records. */
export type TabFilter = { name: string; tabs: readonly [Tab, ...Tab[]] };
type Tab = { value: string; label: string };

/** Tabs for the options of a choice field, after one for all of them. */
export const getTabFilter = ({ fields }: Resource, name: string): TabFilter => {
  const field = fields[name];
  return {
    name,
    tabs: [{ value: 'All', label: 'All' }, ...((field && fixedOptions(field)) ?? [])],
  };
};

export const findTab = ({ tabs }: TabFilter, value: string | null): Tab =>
  tabs.find((tab) => tab.value.toLowerCase() === value?.toLowerCase()) ?? tabs[0];

export const useCurrentTab = (tabFilter: TabFilter): Tab => {
  const [search] = useSearchParams();
  return findTab(tabFilter, search.get(tabFilter.name));
};

/** Tabs that filter a list through its address; `children` are their content. */
export const ListTabs = ({
  resource,
  tabFilter,
  children,
}: {
  resource: Resource;
  tabFilter: TabFilter;
  children: ReactNode;
}) => {
  const change = useChangeListState(resource);
  const activeTab = useCurrentTab(tabFilter);
  const id = `${resource.name}-tabs`;
  const panelId = `${id}-panel`;
  return (
    <>
      <Tabs id={id} value={activeTab.value} onChange={(value) => change({ filters: { [tabFilter.name]: value } })}>
        <Tabs.List aria-label={`${resource.labelPlural} by ${tabFilter.name}`}>
          {tabFilter.tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} aria-controls={panelId}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Stack id={panelId} role="tabpanel" aria-labelledby={`${id}-tab-${activeTab.value}`} flex="1 0 auto" gap={14}>
        {children}
      </Stack>
    </>
  );
};
