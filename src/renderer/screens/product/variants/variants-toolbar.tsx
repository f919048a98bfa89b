import { Button, Group, Menu, Text, TextInput } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBarcode,
  IconDots,
  IconPhotoPlus,
  IconSearch,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { useAnnouncedChanges } from '../../../ui/announcements.tsx';
import { UndoButtons } from '../../../ui/grid/edit-history.tsx';
import { GridHelp } from '../../../ui/grid/grid-help.tsx';
import type { Grid } from '../../../ui/grid/use-grid.ts';
import { getIconButtonProps, inactiveWhen } from '../../../ui/icon-button.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { withTooltip } from '../../../ui/tooltip.tsx';
import { bulkTools, type OpenTool } from './bulk-tools.tsx';
import { useVariants } from './use-variants.ts';
import { getVariantTitle, listUsedAttributes } from './variant-sheet.ts';
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
      const text = `${variant.name} ${getVariantTitle(variant)} ${variant.productName} ${variant.sku}`.toLowerCase();
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

/** From this number on, variants can be searched. */
const minSearchable = 9;

export const VariantsToolbar = ({
  grid,
  filter,
  optionalColumns,
  onToggleColumn,
  onOpenTool,
  onFillDown,
  onRemove,
}: {
  grid: Grid;
  filter: VariantFilter;
  optionalColumns: readonly { name: string; label: string; isShown: boolean }[];
  onToggleColumn: (name: string) => void;
  onOpenTool: (tool: OpenTool) => void;
  onFillDown: () => void;
  onRemove: () => void;
}) => {
  const variants = useVariants();
  const { sheet, isReadOnly } = variants;
  const { size } = grid.selected;
  const attributes = useMemo(() => listUsedAttributes(sheet.variants), [sheet]);
  const cellsText = grid.rangeSize > 1 ? `${formatCount(grid.rangeSize, 'cell')} selected` : '';
  const countText = size > 0 ? `${size.toLocaleString('en')} selected` : cellsText;
  const shown = `${formatCount(filter.visibleIndexes.length, 'variant')} shown`;
  useAnnouncedChanges(countText || shown);
  const changeFilter = (change: () => void) => {
    // Clears the selection, so that hidden variants are not changed.
    grid.clearSelection();
    change();
  };
  const renderToolMenu = (name: 'price' | 'images', label: string, Icon: typeof IconTag) => (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" fw={500} leftSection={<Icon size="1rem" />} disabled={isReadOnly}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {attributes.map((attribute) => (
          <Menu.Item key={attribute.attributeId} onClick={() => onOpenTool({ name, attribute })}>
            {`By ${attribute.attributeName}…`}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => onOpenTool({ name })}>
          {grid.targets.length > 1 || size > 0
            ? `Of ${formatCount(grid.targets.length, 'selected variant')}…`
            : 'Of all variants…'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
  return (
    <div className={classes.toolbar}>
      {countText !== '' && (
        <Text size="sm" fw={600} className="bo-tabular">
          {countText}
        </Text>
      )}
      <Toolbar label="Variants" className={classes.tools}>
        {renderToolMenu('price', 'Set price', IconTag)}
        <Button
          variant="subtle"
          size="compact-sm"
          fw={500}
          leftSection={<IconBarcode size="1rem" />}
          {...inactiveWhen(isReadOnly, () => onOpenTool({ name: 'sku' }))}
        >
          Generate SKUs…
        </Button>
        {renderToolMenu('images', 'Add images', IconPhotoPlus)}
        {size > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconTrash size="1rem" />}
            {...inactiveWhen(isReadOnly, onRemove)}
          >
            Remove
          </Button>
        )}
        <Group gap={4} ms="auto" wrap="nowrap">
          {(filter.errorCount > 0 || filter.showsErrorsOnly) && (
            <Button
              variant="subtle"
              size="compact-sm"
              c="var(--bo-danger)"
              bg={filter.showsErrorsOnly ? 'var(--bo-selected)' : undefined}
              leftSection={<IconAlertTriangle size="1rem" />}
              aria-pressed={filter.showsErrorsOnly}
              {...withTooltip(filter.showsErrorsOnly ? 'Show all variants' : 'Show variants with errors only')}
              onClick={() => changeFilter(() => filter.setShowsErrorsOnly(!filter.showsErrorsOnly))}
            >
              {formatCount(filter.errorCount, 'error')}
            </Button>
          )}
          <UndoButtons {...variants} />
          <GridHelp />
          <Menu position="bottom-end">
            <Menu.Target>
              <button type="button" {...getIconButtonProps('medium')} aria-label="More" disabled={isReadOnly}>
                <IconDots size="1.125rem" aria-hidden />
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {(['replace', 'features'] as const).map((name) => (
                <Menu.Item key={name} onClick={() => onOpenTool({ name })}>
                  {bulkTools[name].label}
                </Menu.Item>
              ))}
              {grid.fillTargets.length > 1 && <Menu.Item onClick={onFillDown}>Fill down</Menu.Item>}
              {optionalColumns.map(({ name, label, isShown }) => (
                <Menu.Item key={name} onClick={() => onToggleColumn(name)}>
                  {`${isShown ? 'Hide' : 'Show'} ${label}`}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Toolbar>
      {(sheet.variants.length >= minSearchable || filter.query !== '') && (
        <TextInput
          flex="0 1 11rem"
          size="xs"
          type="search"
          aria-label="Search variants"
          placeholder="Search variants"
          leftSection={<IconSearch size="0.875rem" />}
          value={filter.query}
          onChange={({ currentTarget: { value } }) => changeFilter(() => filter.setQuery(value))}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
    </div>
  );
};
