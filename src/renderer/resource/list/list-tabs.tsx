import { Stack, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource/define-resource.ts';
import { useChangeAddress } from './use-list-page.ts';

/** Tabs that filter a list by one field; the first tab shows all records. */
export type TabFilter = { name: string; tabs: readonly [Tab, ...Tab[]] };
type Tab = { value: string; label: string };

/** Tabs for the options of a choice field, after one for all of them. */
export const tabSetOf = ({ fields }: Resource, name: string): TabFilter => {
  const field = fields[name];
  return {
    name,
    tabs: [{ value: 'All', label: 'All' }, ...(field?.kind === 'choice' ? field.options : [])],
  };
};

export const findTab = ({ tabs }: TabFilter, named: string | null): Tab =>
  tabs.find(({ value }) => value.toLowerCase() === named?.toLowerCase()) ?? tabs[0];

export const useCurrentTab = (tabSet: TabFilter): Tab => {
  const [search] = useSearchParams();
  return findTab(tabSet, search.get(tabSet.name));
};

/** Tabs that filter a list through its address; `children` are their content. */
export const ListTabs = ({
  resource,
  tabSet,
  children,
}: {
  resource: Resource;
  tabSet: TabFilter;
  children: ReactNode;
}) => {
  const change = useChangeAddress(resource);
  const current = useCurrentTab(tabSet);
  const id = `${resource.name}-tabs`;
  const panelId = `${id}-panel`;
  return (
    <>
      <Tabs id={id} value={current.value} onChange={(value) => change({ filters: { [tabSet.name]: value } })}>
        <Tabs.List aria-label={`${resource.labelPlural} by ${tabSet.name}`}>
          {tabSet.tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} aria-controls={panelId}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Stack
        {...{ id: panelId, role: 'tabpanel', 'aria-labelledby': `${id}-tab-${current.value}` }}
        {...{ flex: 1, gap: 14, mih: 0 }}
      >
        {children}
      </Stack>
    </>
  );
};
