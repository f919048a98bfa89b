import { Button, CloseButton, Group, Menu, Pill, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconPlus, IconSearch } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { isNumericField, isReferenceField } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { filterableFields, findFilter } from '#shared/resource-kit/list-fields.ts';
import { texts } from '#shared/texts.ts';
import { MenuButton } from '../../ui/dropdown.tsx';
import { inactiveWhen } from '../../ui/icon-button.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { getDependentFields } from '../dependent-fields.ts';
import type { ListParams, ListParamsUpdate } from '../list-params.ts';
import { useIsFieldSupported, useIsFullServer } from '../server-level.ts';
import { FilterInput, useFilterText } from './filter-input.tsx';
import classes from './list-page.module.css';

type ChipProps = { resource: Resource; name: string; value: string; onOpen: () => void; onRemove: () => void };

const FilterChip = ({ resource, name, value, onOpen, onRemove }: ChipProps) => {
  const label = findFilter(resource, name)?.label ?? name;
  const valueLabel = useFilterText(resource, name, value);
  return (
    <Pill
      size="md"
      className={classes.chip}
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{
        'aria-label': `Remove filter ${label}: ${valueLabel}`,
        'aria-hidden': false,
        tabIndex: 0,
      }}
    >
      <UnstyledButton fz="inherit" lh="inherit" onClick={onOpen}>{`${label}: ${valueLabel}`}</UnstyledButton>
    </Pill>
  );
};

/** References first, then the status and amounts. */
const getFilterRank = (resource: Resource, name: string): number => {
  const field = resource.fields[name];
  if (!field) return 3;
  if (isReferenceField(field)) return 0;
  return name === 'status' ? 1 : isNumericField(field) ? 2 : 4;
};

/** Input of a screen for several filters, in place of theirs. */
export type CustomFilter = {
  names: readonly string[];
  Input: ComponentType<{
    filters: Readonly<Record<string, string>>;
    onChange: (filters: Record<string, string | null>) => void;
  }>;
};

/** The tools of a list in one line, and its card, which begins with the active filters. */
export const ListToolbar = (props: {
  resource: Resource;
  state: ListParams;
  customFilters?: readonly CustomFilter[] | undefined;
  /** Fields whose filters are hidden here. */
  hiddenFilters: readonly string[];
  /** The words that the list was searched for, if they differ from those typed. */
  correctedQuery: string | undefined;
  onChange: (change: ListParamsUpdate, options?: { replace?: boolean }) => void;
  /** Called when the focus is to move from the search box to the results of its text. */
  onLeaveSearch: (query: string) => void;
  buttons: ReactNode;
  selectionBar: ReactNode;
  /** Content of the card. */
  children: ReactNode;
}) => {
  const { resource, state, customFilters = [], hiddenFilters, correctedQuery, onChange, buttons, children } = props;
  // The filters that the panel shows.
  const [shown, setShown] = useState<readonly string[]>([]);
  const panel = useRef<HTMLElement>(null);
  const toggleButton = useRef<HTMLButtonElement>(null);
  const isSelectable = (name: string) => !hiddenFilters.includes(name);
  const activeFilters = Object.entries(state.filters).filter(([name]) => isSelectable(name));
  const canFilterLinks = useIsFullServer() === true;
  const isFieldSupported = useIsFieldSupported();
  const names = filterableFields(resource)
    .filter((name) => {
      const field = findFilter(resource, name);
      return (
        isSelectable(name) &&
        (canFilterLinks || !resource.links?.[name]) &&
        (field === undefined || isFieldSupported(field))
      );
    })
    .toSorted((a, b) => getFilterRank(resource, a) - getFilterRank(resource, b));
  const findCustom = (name: string) => customFilters.find((candidate) => candidate.names.includes(name));
  const isOpen = shown.length > 0;
  const isAll = shown.length === names.length;
  const setFilter = (name: string, value: string | null) => {
    const clearedFilters = getDependentFields(resource, name).map((other) => [other, null]);
    onChange({ filters: { ...Object.fromEntries(clearedFilters), [name]: value } });
  };
  const panelId = `${resource.name}-filters`;
  const close = () => setShown([]);
  const openFilters = (opened: readonly string[]) => {
    flushSync(() => setShown(opened));
    panel.current?.querySelector('input')?.focus();
  };
  useShortcut('filter', names.length > 0 ? () => openFilters(names) : undefined);
  const closeOutside = useEffectEvent(({ target }: PointerEvent) => {
    const isInside =
      target instanceof Element && target.closest(`#${panelId}, [aria-controls="${panelId}"], [data-portal]`);
    if (!isInside) close();
  });
  useEffect(() => {
    if (!isOpen) return;
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);
  return (
    <>
      <div className={`${classes.tools} bo-no-print`}>
        <Group gap={8} wrap="nowrap">
          <SearchBox
            label={`Search ${inSentence(resource.labelPlural)}`}
            query={state.query}
            onChange={onChange}
            onLeave={props.onLeaveSearch}
          />
          <Toolbar label={`Options for ${inSentence(resource.labelPlural)}`} className={classes.toolbar}>
            {names.length > 0 && (
              <Button
                leftSection={<IconAdjustmentsHorizontal size="1rem" />}
                ref={toggleButton}
                aria-expanded={isOpen}
                aria-controls={panelId}
                onClick={() => setShown(isOpen && isAll ? [] : names)}
              >
                {texts.list.advanceFilter}
                {activeFilters.length > 0 && ` (${activeFilters.length})`}
              </Button>
            )}
            <Group gap={4} ms="auto" wrap="nowrap">
              {buttons}
            </Group>
          </Toolbar>
        </Group>
        {props.selectionBar}
        <section
          ref={panel}
          id={panelId}
          aria-label={texts.list.advanceFilter}
          className={classes.filters}
          data-wide={shown.length > 2 || undefined}
          hidden={!isOpen}
          onKeyDown={(event) => {
            const isListOpen = event.target instanceof Element && event.target.matches('[aria-expanded="true"]');
            if (event.key !== 'Escape' || isListOpen) return;
            close();
            toggleButton.current?.focus();
          }}
        >
          {isOpen && (
            <div className={isAll ? classes.filterGrid : undefined}>
              {shown.map((name) => {
                const custom = findCustom(name);
                if (!custom) {
                  return (
                    <FilterInput
                      key={name}
                      resource={resource}
                      name={name}
                      filters={state.filters}
                      onChange={(value) => setFilter(name, value)}
                    />
                  );
                }
                return !isAll || custom.names[0] === name ? (
                  <custom.Input key={name} filters={state.filters} onChange={(filters) => onChange({ filters })} />
                ) : null;
              })}
              {isAll && (
                <Button
                  variant="subtle"
                  className={classes.clearFilters}
                  {...inactiveWhen(activeFilters.length === 0, () =>
                    onChange({ filters: Object.fromEntries(activeFilters.map(([name]) => [name, null])) }),
                  )}
                >
                  Clear filters
                </Button>
              )}
            </div>
          )}
        </section>
      </div>
      <div className={classes.card}>
        {names.length > 0 && (
          <Toolbar label="Filters" className={`${classes.filterLine} bo-no-print`}>
            {activeFilters.map(([name, value]) => (
              <FilterChip
                key={name}
                resource={resource}
                name={name}
                value={value}
                onOpen={() => openFilters([name])}
                onRemove={() => setFilter(name, null)}
              />
            ))}
            <MenuButton
              returnFocus={false}
              target={(target) => (
                <button type="button" {...target} className={classes.addFilter}>
                  <IconPlus size="0.875rem" aria-hidden />
                  Add filter
                </button>
              )}
            >
              {() =>
                names
                  .filter((name) => (findCustom(name)?.names[0] ?? name) === name && state.filters[name] === undefined)
                  .map((name) => (
                    <Menu.Item key={name} onClick={() => openFilters([name])}>
                      {findFilter(resource, name)?.label ?? name}
                    </Menu.Item>
                  ))
              }
            </MenuButton>
            {correctedQuery && (
              <span className={classes.corrected} role="status">
                Showing results for “{correctedQuery}”
              </span>
            )}
          </Toolbar>
        )}
        {children}
      </div>
    </>
  );
};

const searchDelayMs = 300;

export const SearchBox = (props: {
  label: string;
  query: string;
  onChange: (change: ListParamsUpdate, options?: { replace?: boolean }) => void;
  /** Moves the focus to the results of a text. */
  onLeave?: (query: string) => void;
}) => {
  const { label, query: current, onChange, onLeave } = props;
  const [inputValue, setInputValue] = useState(current);
  const lastQuery = useRef(current);
  const search = (query: string) => {
    // Replaces the history entry while typing, so that Back undoes the whole search.
    onChange({ query }, { replace: lastQuery.current !== '' && query !== '' });
    lastQuery.current = query;
  };
  const searchDebounced = useDebouncedCallback(search, searchDelayMs);
  useEffect(() => {
    if (lastQuery.current === current) return;
    // The address changed elsewhere, for example by going back.
    lastQuery.current = current;
    setInputValue(current);
  }, [current]);
  const input = useRef<HTMLInputElement>(null);
  useShortcut('search', () => input.current?.select());
  const clear = () => {
    setInputValue('');
    searchDebounced.cancel();
    search('');
  };
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder="Search"
      flex="1 1 8rem"
      maw="20rem"
      miw="8rem"
      leftSection={<IconSearch size="1rem" aria-hidden />}
      rightSection={inputValue !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={clear} />}
      value={inputValue}
      maxLength={200}
      onChange={(event) => {
        setInputValue(event.currentTarget.value);
        searchDebounced(event.currentTarget.value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && inputValue !== '') clear();
        if (event.key === 'Enter') searchDebounced.flush();
        if (event.key === 'ArrowDown') {
          event.preventDefault();
          searchDebounced.flush();
          onLeave?.(inputValue.trim());
        }
      }}
    />
  );
};
