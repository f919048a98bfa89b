import type { ScrollAreaProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconArrowRight, IconFileText, IconSearch, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatCount } from '#shared/resource/labels.ts';
import { extraRoutes } from '#shared/routes.ts';
import { useCapability } from '../../resource/capabilities.ts';
import { messageOf } from '../../resource/errors.ts';
import { getShortcutKeys } from '../../ui/shortcuts.ts';
import { findItemByPath, mainEntries, navigationGroups } from '../navigation.ts';
import classes from './palette.module.css';
import { minQueryLength, type SearchResultGroup, searchRecords } from './search-records.ts';

const [commandPaletteStore, commandPalette] = createSpotlight();

export { commandPalette };

const searchDelay = 250;
const listId = 'palette-list';

/** The scrolling element is the list itself, so that the keyboard reaches all of it. */
const listProps: Pick<ScrollAreaProps, 'viewportProps'> = {
  viewportProps: { role: 'listbox', id: listId, 'aria-label': 'Results', tabIndex: 0 },
};

type Choice = {
  id: string;
  label: string;
  detail?: string;
  to: string;
  icon: ComponentType<{ size?: string | number; stroke?: number }>;
};
type PaletteGroup = { label: string; choices: Choice[] };

const sectionGroups: readonly PaletteGroup[] = [
  { label: 'Pages', entries: mainEntries },
  ...navigationGroups,
].map(({ label, entries }) => ({
  label,
  choices: entries.map((entry) => ({ ...entry, id: `section ${entry.label}` })),
}));

/** Pages without a sidebar entry, if the server supports them. */
const trashGroup: PaletteGroup = {
  label: 'More',
  choices: [{ id: 'trash', label: 'Trash', to: extraRoutes.trash, icon: IconTrash }],
};

const toPaletteGroup = ({ label, records, more }: SearchResultGroup): PaletteGroup => ({
  label,
  choices: [
    ...records.map(({ id, title, detail, to }) => ({
      id,
      label: title,
      detail,
      to,
      icon: findItemByPath(to.split('?')[0] ?? '')?.icon ?? IconFileText,
    })),
    ...(more
      ? [
          {
            id: `all ${label}`,
            label: `${more.count.toLocaleString('en')} more in ${label}`,
            to: more.to,
            icon: IconArrowRight,
          },
        ]
      : []),
  ],
});

const filterGroups = (groups: readonly PaletteGroup[], query: string): PaletteGroup[] =>
  groups
    .map(({ label, choices }) => ({
      label,
      choices: choices.filter((choice) => choice.label.toLowerCase().includes(query.toLowerCase())),
    }))
    .filter(({ choices }) => choices.length > 0);

const useRecordSearch = (typed: string) => {
  const [query] = useDebouncedValue(typed, searchDelay);
  const isEnabled = typed.length >= minQueryLength;
  const found = useQuery({
    queryKey: ['foundRecords', query],
    queryFn: ({ signal }) => searchRecords(query, signal),
    enabled: isEnabled && query.length >= minQueryLength,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return {
    groups: isEnabled ? (found.data ?? []) : [],
    isSearching: isEnabled && (query !== typed || found.isFetching),
    error: isEnabled ? found.error : null,
  };
};

const selectedAttribute = 'data-selected';

/**
 * Returns the id of the selected entry. Spotlight only sets a DOM attribute, so this hook observes it for screen
 * readers, tracks added and removed entries, and selects the first one if none is selected.
 */
const useActiveOption = ({ listId, hasChoices }: { listId: string; hasChoices: boolean }) => {
  const [selectedId, setSelectedId] = useState<string>();
  useEffect(() => {
    const list = hasChoices ? document.getElementById(listId) : null;
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
  }, [listId, hasChoices]);
  return selectedId;
};

const formatResultCount = (groups: readonly SearchResultGroup[]): string => {
  const count = groups.reduce((sum, { records, more }) => sum + records.length + (more?.count ?? 0), 0);
  return formatCount(count, 'result');
};

const PaletteContent = ({ typed }: { typed: string }) => {
  const navigate = useNavigate();
  const query = typed.trim();
  const { groups: found, isSearching, error } = useRecordSearch(query);
  const sections = useCapability('trash') ? [...sectionGroups, trashGroup] : sectionGroups;
  const groups = [...filterGroups(sections, query), ...found.map(toPaletteGroup)];
  const hasChoices = groups.length > 0;
  const selectedId = useActiveOption({ listId, hasChoices });
  const status = () => {
    if (query.length < minQueryLength) return 'Type to search pages and items';
    if (isSearching) return 'Searching…';
    return error ? messageOf(error) : formatResultCount(found);
  };
  return (
    <>
      <Spotlight.Search
        leftSection={<IconSearch size="1.125rem" />}
        placeholder="Search or go to…"
        aria-label="Search"
        role="combobox"
        aria-expanded={hasChoices}
        aria-controls={hasChoices ? listId : undefined}
        aria-activedescendant={selectedId}
        maxLength={200}
      />
      {hasChoices ? (
        <Spotlight.ActionsList {...listProps} style={{ maxHeight: 'min(30rem, calc(100vh - 17rem))' }}>
          {groups.map(({ label, choices }) => (
            <Spotlight.ActionsGroup key={label} label={label} role="group" aria-label={label}>
              {choices.map((choice) => (
                <Spotlight.Action
                  key={choice.id}
                  role="option"
                  aria-selected={false}
                  label={choice.label}
                  description={choice.detail}
                  highlightQuery
                  leftSection={<choice.icon size="1.125rem" stroke={1.75} />}
                  onClick={() => void navigate(choice.to)}
                />
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
  const [typed, setTyped] = useState('');
  return (
    <Spotlight.Root
      store={commandPaletteStore}
      query={typed}
      onQueryChange={setTyped}
      shortcut={[...getShortcutKeys('palette')]}
      tagsToIgnore={[]}
      clearQueryOnClose
      centered={false}
      title="Search"
      classNames={{
        header: 'bo-visually-hidden',
        search: classes.search,
        action: classes.action,
        actionSection: classes.section,
        actionDescription: classes.detail,
      }}
    >
      <PaletteContent typed={typed} />
    </Spotlight.Root>
  );
};
