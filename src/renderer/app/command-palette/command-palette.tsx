import type { ScrollAreaProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { getErrorMessage } from '../../resource-kit/errors.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { formatKeys, getShortcutKeys } from '../../ui/shortcuts.ts';
import { useAppActions, usePageGroups } from './app-actions.ts';
import classes from './command-palette.module.css';
import { useListActions, useRecordActions } from './open-page-actions.ts';
import { filterGroups, type PaletteItem, removeRepeated } from './palette-item.ts';
import { findActiveOption, listId, PaletteOption, useActiveOption } from './palette-option.tsx';
import { commandPaletteStore } from './palette-store.ts';
import { minQueryLength, searchRecords, useRecentGroup } from './search-records.ts';

const searchDelayMs = 250;

const useRecordSearch = (inputValue: string) => {
  const [query] = useDebouncedValue(inputValue, searchDelayMs);
  const canSearch = useIsFullServer() === true;
  const isEnabled = canSearch && inputValue.length >= minQueryLength;
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

/** The scrolling element is the list itself, so that the keyboard reaches all of it. */
const listProps: Pick<ScrollAreaProps, 'viewportProps'> = {
  viewportProps: { role: 'listbox', id: listId, 'aria-label': 'Results', tabIndex: 0 },
};

/** Items of the app that match the query: recent ones first, and every item once. */
const useMatchingGroups = (query: string) => {
  const groups = [useRecordActions(), useListActions(), ...usePageGroups(), ...useAppActions()];
  const { group: recent, addRecent } = useRecentGroup(groups);
  const [recentMatches] = filterGroups([recent], query);
  const others = filterGroups(removeRepeated([recent, ...groups]).slice(1), query);
  return { groups: recentMatches ? [recentMatches, ...others] : others, addRecent };
};

const PaletteContent = ({ inputValue, onRun }: { inputValue: string; onRun: (action: () => void) => void }) => {
  const navigate = useNavigate();
  const query = inputValue.trim();
  const { groups: results, isSearching, error } = useRecordSearch(query);
  const { groups: matches, addRecent } = useMatchingGroups(query);
  const groups = removeRepeated([...matches, ...results]).filter(({ items }) => items.length > 0);
  const hasItems = groups.length > 0;
  const selectedId = useActiveOption(hasItems, [query, isSearching]);
  // If Enter is pressed while the search is running, its first result opens.
  const [awaitedQuery, setAwaitedQuery] = useState<string>();
  useEffect(() => {
    if (isSearching || awaitedQuery === undefined) return;
    setAwaitedQuery(undefined);
    // The list marks its option right after the render.
    if (awaitedQuery === query) queueMicrotask(() => findActiveOption()?.click());
  }, [isSearching, awaitedQuery, query]);
  const status = () => {
    if (query.length < minQueryLength) return 'Type a page, an item or an action, such as “add” or “theme”';
    if (isSearching) return 'Searching…';
    if (error) return getErrorMessage(error);
    const shown = groups.flatMap(({ items }) => items).filter(({ isForgotten }) => !isForgotten);
    const hiddenCount = results.reduce((sum, { hiddenCount: hidden }) => sum + hidden, 0);
    return formatCount(shown.length + hiddenCount, 'result');
  };
  const choose = (item: PaletteItem) => {
    if (!item.isForgotten) addRecent(item.id);
    if (item.run) onRun(item.run);
    else void navigate(item.to, { state: item.state });
  };
  /** Another page of the marked record than the one that Enter opens. */
  const findOther = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined => {
    const marked = groups.flatMap(({ items }) => items)[commandPaletteStore.getState().selected];
    if (ctrlKey || metaKey) return marked?.editTo;
    return altKey ? marked?.historyTo : undefined;
  };
  return (
    <>
      <Spotlight.Search
        leftSection={<IconSearch size="1.125rem" />}
        placeholder="Search, go to a page or run an action…"
        aria-label="Search"
        role="combobox"
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter') return;
          // The results of an earlier query are shown until those of this one arrive.
          const other = isSearching ? undefined : findOther(event);
          if (other) {
            event.preventDefault();
            event.stopPropagation();
            commandPaletteStore.updateState((state) => ({ ...state, opened: false }));
            void navigate(other);
            return;
          }
          if (!isSearching || matches.length > 0) return;
          event.preventDefault();
          event.stopPropagation();
          setAwaitedQuery(query);
        }}
        aria-expanded={hasItems}
        aria-controls={hasItems ? listId : undefined}
        aria-activedescendant={selectedId}
        maxLength={200}
      />
      {hasItems ? (
        <Spotlight.ActionsList {...listProps} style={{ maxHeight: 'clamp(5rem, calc(100vh - 17rem), 30rem)' }}>
          {groups.map(({ label, items }) => (
            <Spotlight.ActionsGroup key={label} label={label} role="group" aria-label={label}>
              {items.map((item) => (
                <PaletteOption key={item.id} item={item} query={query} onChoose={() => choose(item)} />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      ) : (
        !isSearching && (
          <Spotlight.Empty>
            No results. Try the name of a page or item, or an action such as “export” or “settings”.
          </Spotlight.Empty>
        )
      )}
      <Spotlight.Footer c="dimmed" fz="0.8125rem">
        <span role="status">{status()}</span>
        {results.length > 0 && (
          <span className={classes.keys}>
            {`${formatKeys('mod')[0]}+Enter edits · ${formatKeys('alt')[0]}+Enter shows the history`}
          </span>
        )}
      </Spotlight.Footer>
    </>
  );
};

export const CommandPalette = () => {
  const [inputValue, setInputValue] = useState('');
  const pendingAction = useRef<() => void>(undefined);
  // The palette returns the focus first, so that it doesn't take it from a dialog that the action opens.
  const runPendingAction = () => {
    pendingAction.current?.();
    pendingAction.current = undefined;
  };
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
      overlayProps={{ blur: 0 }}
      transitionProps={{ duration: 200, transition: 'pop', onExited: runPendingAction }}
      classNames={{
        header: 'bo-visually-hidden',
        search: classes.search,
        action: classes.action,
        actionsGroup: classes.group,
      }}
    >
      <PaletteContent
        inputValue={inputValue}
        onRun={(action) => {
          pendingAction.current = action;
        }}
      />
    </Spotlight.Root>
  );
};
