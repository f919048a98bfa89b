import { Button, CloseButton, Group, Pill, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { filterableFields, findFilter } from '#shared/resource-kit/list-fields.ts';
import { texts } from '#shared/texts.ts';
import { inactiveWhen } from '../../ui/icon-button.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { getDependentFields } from '../dependent-fields.ts';
import type { ListParams, ListParamsUpdate } from '../list-params.ts';
import { useIsFieldSupported, useIsFullServer } from '../server-level.ts';
import { FilterInput, useFilterText } from './filter-input.tsx';
import classes from './list-page.module.css';

const FilterChip = (props: { resource: Resource; name: string; value: string; onRemove: () => void }) => {
  const { resource, name, value, onRemove } = props;
  const label = findFilter(resource, name)?.label ?? name;
  const valueLabel = useFilterText(resource, name, value);
  return (
    <Pill
      size="md"
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{
        'aria-label': `Remove filter ${label}: ${valueLabel}`,
        'aria-hidden': false,
        tabIndex: 0,
      }}
    >
      {`${label}: ${valueLabel}`}
    </Pill>
  );
};

/** Input of a screen for several filters, in place of theirs. */
export type CustomFilter = {
  names: readonly string[];
  Input: ComponentType<{
    filters: Readonly<Record<string, string>>;
    onChange: (filters: Record<string, string | null>) => void;
  }>;
};

export const ListToolbar = (props: {
  resource: Resource;
  state: ListParams;
  customFilters?: readonly CustomFilter[] | undefined;
  /** Fields whose filters are hidden here. */
  hiddenFilters: readonly string[];
  onChange: (change: ListParamsUpdate, options?: { replace?: boolean }) => void;
  children: ReactNode;
}) => {
  const { resource, state, customFilters = [], hiddenFilters, onChange, children } = props;
  const [isOpen, { open, close, toggle }] = useDisclosure(false);
  const panel = useRef<HTMLElement>(null);
  const toggleButton = useRef<HTMLButtonElement>(null);
  const isSelectable = (name: string) => !hiddenFilters.includes(name);
  const activeFilters = Object.entries(state.filters).filter(([name]) => isSelectable(name));
  const canFilterLinks = useIsFullServer() === true;
  const isFieldSupported = useIsFieldSupported();
  const names = filterableFields(resource).filter((name) => {
    const field = findFilter(resource, name);
    return (
      isSelectable(name) &&
      (canFilterLinks || !resource.links?.[name]) &&
      (field === undefined || isFieldSupported(field))
    );
  });
  const setFilter = (name: string, value: string | null) => {
    const clearedFilters = getDependentFields(resource, name).map((other) => [other, null]);
    onChange({ filters: { ...Object.fromEntries(clearedFilters), [name]: value } });
  };
  const panelId = `${resource.name}-filters`;
  const focusFilters = () => {
    flushSync(open);
    panel.current?.querySelector('input')?.focus();
  };
  useShortcut('filter', names.length > 0 ? focusFilters : undefined);
  return (
    <>
      <Group gap={8} align="flex-start" className="bo-no-print">
        <SearchBox label={`Search ${inSentence(resource.labelPlural)}`} query={state.query} onChange={onChange} />
        <Toolbar label={`Options for ${inSentence(resource.labelPlural)}`} className={classes.toolbar}>
          {names.length > 0 && (
            <Button
              leftSection={<IconAdjustmentsHorizontal size="1rem" />}
              ref={toggleButton}
              aria-expanded={isOpen}
              aria-controls={panelId}
              onClick={toggle}
            >
              {texts.list.advanceFilter}
              {activeFilters.length > 0 && ` (${activeFilters.length})`}
            </Button>
          )}
          {activeFilters.map(([name, value]) => (
            <FilterChip
              key={name}
              resource={resource}
              name={name}
              value={value}
              onRemove={() => setFilter(name, null)}
            />
          ))}
          <Group gap={8} ms="auto">
            {children}
          </Group>
        </Toolbar>
      </Group>
      <section
        ref={panel}
        id={panelId}
        aria-label={texts.list.advanceFilter}
        className={classes.filters}
        hidden={!isOpen}
        onKeyDown={(event) => {
          const isListOpen = event.target instanceof Element && event.target.matches('[aria-expanded="true"]');
          if (event.key !== 'Escape' || isListOpen) return;
          close();
          toggleButton.current?.focus();
        }}
      >
        {isOpen && (
          <div className={classes.filterGrid}>
            {names.map((name) => {
              const custom = customFilters.find((candidate) => candidate.names.includes(name));
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
              return custom.names[0] === name ? (
                <custom.Input key={name} filters={state.filters} onChange={(filters) => onChange({ filters })} />
              ) : null;
            })}
            <Button
              variant="subtle"
              className={classes.clearFilters}
              {...inactiveWhen(activeFilters.length === 0, () =>
                onChange({ filters: Object.fromEntries(activeFilters.map(([name]) => [name, null])) }),
              )}
            >
              Clear filters
            </Button>
          </div>
        )}
      </section>
    </>
  );
};

const searchDelayMs = 300;

export const SearchBox = (props: {
  label: string;
  query: string;
  onChange: (change: ListParamsUpdate, options?: { replace?: boolean }) => void;
}) => {
  const { label, query: current, onChange } = props;
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
      flex="1 1 10rem"
      maw="20rem"
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
      }}
    />
  );
};
