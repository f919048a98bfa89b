import { Highlight, type ScrollAreaProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { IconHome, IconSearch, IconShieldSearch, IconTrash, IconUserCircle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { audit } from '#shared/audit-resource.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { extraRoutes } from '#shared/routes.ts';
import { useCapability } from '../../resource-kit/capabilities.ts';
import { getErrorMessage } from '../../resource-kit/errors.ts';
import { useCan } from '../../resource-kit/session-store.ts';
import { getShortcutKeys } from '../../ui/shortcuts.ts';
import { mainItems, navigationGroups } from '../navigation.ts';
import classes from './command-palette.module.css';
import { commandPaletteStore } from './palette-store.ts';
import { minQueryLength, type PaletteGroup, searchRecords } from './search-records.ts';
import { useRecordActions } from './use-record-actions.ts';

const searchDelayMs = 250;
const listId = 'palette-list';

/** The scrolling element is the list itself, so that the keyboard reaches all of it. */
const listProps: Pick<ScrollAreaProps, 'viewportProps'> = {
  viewportProps: { role: 'listbox', id: listId, 'aria-label': 'Results', tabIndex: 0 },
};

const sectionGroups: readonly PaletteGroup[] = [
  { label: 'Pages', items: mainItems },
  ...navigationGroups,
].map(({ label, items }) => ({
  label,
  items: items.map((item) => ({ ...item, id: `section ${item.label}` })),
}));

/** Pages without a sidebar entry, if the server supports them and the user may open them. */
const useMoreGroup = (): PaletteGroup => {
  const hasHome = useCapability('home');
  const hasAccount = useCapability('account');
  const hasTrash = useCapability('trash');
  const hasAudit = useCapability(audit.name);
  const canReadAudit = useCan(audit.name)('read');
  const items = [
    { id: 'home', label: 'Home', to: extraRoutes.home, icon: IconHome, isShown: hasHome },
    {
      id: 'account',
      label: 'My account',
      to: extraRoutes.account,
      icon: IconUserCircle,
      isShown: hasAccount,
    },
    { id: 'trash', label: 'Trash', to: extraRoutes.trash, icon: IconTrash, isShown: hasTrash },
    {
      ...{ id: 'audit', label: 'Audit log', to: extraRoutes.audit, icon: IconShieldSearch },
      isShown: hasAudit && canReadAudit,
    },
  ];
  return { label: 'More', items: items.filter(({ isShown }) => isShown) };
};

const filterGroups = (groups: readonly PaletteGroup[], query: string): PaletteGroup[] =>
  groups
    .map(({ label, items }) => ({
      label,
      items: items.filter((item) => item.label.toLowerCase().includes(query.toLowerCase())),
    }))
    .filter(({ items }) => items.length > 0);

const useRecordSearch = (inputValue: string) => {
  const [query] = useDebouncedValue(inputValue, searchDelayMs);
  const isEnabled = inputValue.length >= minQueryLength;
  const results = useQuery({
    queryKey: ['recordSearch', query],
    queryFn: ({ signal }) => searchRecords(query, signal),
    enabled: isEnabled && query.length >= minQueryLength,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return {
    groups: isEnabled ? (results.data ?? []) : [],
    isSearching: isEnabled && (query !== inputValue || results.isFetching),
    error: isEnabled ? results.error : null,
  };
};

const selectedAttribute = 'data-selected';

/**
 * Returns the id of the selected entry. Spotlight only sets a DOM attribute, so this hook observes it for screen
 * readers, tracks added and removed entries, and selects the first one if none is selected.
 */
const useActiveOption = (hasItems: boolean) => {
  const [selectedId, setSelectedId] = useState<string>();
  useEffect(() => {
    const list = hasItems ? document.getElementById(listId) : null;
    if (!list) return setSelectedId(undefined);
    const syncActiveOption = () => {
      const options = [...list.querySelectorAll('[data-action]')];
      const selected = options.find((option) => option.hasAttribute(selectedAttribute)) ?? options[0];
      for (const [index, option] of options.entries()) {
        option.id = `${listId}-${index}`;
        option.setAttribute('aria-selected', String(option === selected));
      }
      if (selected && !selected.hasAttribute(selectedAttribute))
        selected.setAttribute(selectedAttribute, 'true');
      commandPaletteStore.updateState((state) => ({
        ...state,
        selected: selected ? options.indexOf(selected) : -1,
      }));
      setSelectedId(selected?.id);
    };
    const observer = new MutationObserver(syncActiveOption);
    observer.observe(list, { subtree: true, childList: true, attributeFilter: [selectedAttribute] });
    syncActiveOption();
    return () => observer.disconnect();
  }, [hasItems]);
  return selectedId;
};

const PaletteContent = ({ inputValue }: { inputValue: string }) => {
  const navigate = useNavigate();
  const query = inputValue.trim();
  const { groups: results, isSearching, error } = useRecordSearch(query);
  const sections = [useRecordActions(), ...sectionGroups, useMoreGroup()];
  const groups = [...filterGroups(sections, query), ...results];
  const hasItems = groups.length > 0;
  const selectedId = useActiveOption(hasItems);
  const status = () => {
    if (query.length < minQueryLength) return 'Type to search pages and items';
    if (isSearching) return 'Searching…';
    if (error) return getErrorMessage(error);
    return formatCount(
      results.reduce((sum, { count }) => sum + count, 0),
      'result',
    );
  };
  return (
    <>
      <Spotlight.Search
        leftSection={<IconSearch size="1.125rem" />}
        placeholder="Search or go to…"
        aria-label="Search"
        role="combobox"
        aria-expanded={hasItems}
        aria-controls={hasItems ? listId : undefined}
        aria-activedescendant={selectedId}
        maxLength={200}
      />
      {hasItems ? (
        <Spotlight.ActionsList
          {...listProps}
          style={{ maxHeight: 'clamp(5rem, calc(100vh - 17rem), 30rem)' }}
        >
          {groups.map(({ label, items }) => (
            <Spotlight.ActionsGroup key={label} label={label} role="group" aria-label={label}>
              {items.map((item) => (
                <Spotlight.Action
                  key={item.id}
                  role="option"
                  aria-selected={false}
                  onClick={() => void navigate(item.to)}
                >
                  <span className={classes.icon} aria-hidden>
                    <item.icon size="1.125rem" />
                  </span>
                  <span className={classes.text}>
                    <Highlight component="span" highlight={query}>
                      {item.label}
                    </Highlight>
                    {item.detail && (
                      <Highlight component="span" highlight={query} className={classes.detail}>
                        {item.detail}
                      </Highlight>
                    )}
                  </span>
                </Spotlight.Action>
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      ) : (
        !isSearching && <Spotlight.Empty>No results</Spotlight.Empty>
      )}
      <Spotlight.Footer c="dimmed" fz="0.8125rem">
        <span role="status">{status()}</span>
      </Spotlight.Footer>
    </>
  );
};

export const CommandPalette = () => {
  const [inputValue, setInputValue] = useState('');
  return (
    <Spotlight.Root
      store={commandPaletteStore}
      query={inputValue}
      onQueryChange={setInputValue}
      shortcut={getShortcutKeys('palette')}
      tagsToIgnore={[]}
      clearQueryOnClose
      centered={false}
      title="Search"
      classNames={{
        header: 'bo-visually-hidden',
        search: classes.search,
        action: classes.action,
      }}
    >
      <PaletteContent inputValue={inputValue} />
    </Spotlight.Root>
  );
};
