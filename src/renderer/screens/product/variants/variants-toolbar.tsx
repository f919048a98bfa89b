import { Button, Group, Menu, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconSearch, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { useAnnouncedChanges } from '../../../ui/announcements.tsx';
import { UndoButtons } from '../../../ui/grid/edit-history.tsx';
import type { Grid } from '../../../ui/grid/use-grid.ts';
import { inactiveWhen } from '../../../ui/icon-button.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { type BulkTool, bulkTools } from './bulk-tools.tsx';
import { useVariants } from './use-variants.ts';
import classes from './variants-section.module.css';

/** Indexes of the variants that match the search and, with the errors filter, have errors. */
export const useVariantFilter = () => {
  const { sheet, hasErrors } = useVariants();
  const [query, setQuery] = useState('');
  const [showsErrorsOnly, setShowsErrorsOnly] = useState(false);
  const { variants } = sheet;
  const variantsWithErrors = useMemo(() => new Set(variants.filter(hasErrors)), [variants, hasErrors]);
  const visibleIndexes = useMemo(() => {
    const searchText = query.trim().toLowerCase();
    return variants.flatMap((variant, index) => {
      const text = `${variant.name} ${variant.productName} ${variant.sku}`.toLowerCase();
      return text.includes(searchText) && (!showsErrorsOnly || variantsWithErrors.has(variant)) ? [index] : [];
    });
  }, [variants, query, showsErrorsOnly, variantsWithErrors]);
  return {
    visibleIndexes,
    query,
    setQuery,
    showsErrorsOnly,
    setShowsErrorsOnly,
    errorCount: variantsWithErrors.size,
  };
};

export type VariantFilter = ReturnType<typeof useVariantFilter>;

export const VariantsToolbar = ({
  grid,
  filter,
  onOpenTool,
  onFillDown,
  onRemove,
}: {
  grid: Grid;
  filter: VariantFilter;
  onOpenTool: (tool: BulkTool) => void;
  onFillDown: () => void;
  onRemove: () => void;
}) => {
  const variants = useVariants();
  const { isReadOnly } = variants;
  const { size } = grid.selected;
  const countText =
    size > 0 ? `${size.toLocaleString('en')} selected` : formatCount(filter.visibleIndexes.length, 'variant');
  useAnnouncedChanges(countText);
  const changeFilter = (change: () => void) => {
    // Clears the selection, so that hidden variants are not changed.
    grid.clearSelection();
    change();
  };
  return (
    <Group gap={8}>
      <TextInput
        // Narrow enough for the number of selected variants to fit on the same line.
        flex="1 1 8rem"
        maw="14rem"
        type="search"
        aria-label="Search variants"
        placeholder="Search variants"
        leftSection={<IconSearch size="1rem" />}
        value={filter.query}
        onChange={({ currentTarget: { value } }) => changeFilter(() => filter.setQuery(value))}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <Toolbar label="Variants" className={classes.toolbar}>
        <Button
          bg={filter.showsErrorsOnly ? 'var(--bo-selected)' : undefined}
          aria-pressed={filter.showsErrorsOnly}
          {...inactiveWhen(filter.errorCount === 0 && !filter.showsErrorsOnly, () =>
            changeFilter(() => filter.setShowsErrorsOnly(!filter.showsErrorsOnly)),
          )}
        >
          {`Errors only (${filter.errorCount.toLocaleString('en')})`}
        </Button>
        <Menu position="bottom-start">
          <Menu.Target>
            <Button rightSection={<IconChevronDown size="1rem" />} disabled={isReadOnly}>
              {size > 0 ? 'Bulk edit selected' : 'Bulk edit all'}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {Object.entries(bulkTools).map(([name, { label }]) => (
              <Menu.Item key={name} onClick={() => onOpenTool(name as BulkTool)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button {...inactiveWhen(isReadOnly || size < 2, onFillDown)}>Fill down</Button>
        <Button leftSection={<IconTrash size="1rem" />} {...inactiveWhen(isReadOnly || size === 0, onRemove)}>
          Remove
        </Button>
        <UndoButtons {...variants} />
      </Toolbar>
      <Text size="sm" c="dimmed" className="bo-tabular" ms="auto">
        {countText}
      </Text>
    </Group>
  );
};
