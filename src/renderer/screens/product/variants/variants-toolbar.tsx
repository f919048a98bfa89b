import { Button, Group, Menu, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconSearch, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '#shared/resource/labels.ts';
import type { Grid } from '../grid/use-grid.ts';
import { UndoButtons } from '../sheet/undo-buttons.tsx';
import { useVariants } from '../sheet/use-variants.ts';

/** Indexes of the variants that match the search and, if chosen, have errors. */
export const useVariantFilter = () => {
  const { sheet, hasErrors } = useVariants();
  const [query, setQuery] = useState('');
  const [showsErrorsOnly, setIsFaultyOnly] = useState(false);
  const { variants } = sheet;
  const faulty = useMemo(() => new Set(variants.filter(hasErrors)), [variants, hasErrors]);
  const shown = useMemo(() => {
    const words = query.trim().toLowerCase();
    return variants.flatMap((draft, index) => {
      const text = `${draft.name} ${draft.productName} ${draft.sku}`.toLowerCase();
      return text.includes(words) && (!showsErrorsOnly || faulty.has(draft)) ? [index] : [];
    });
  }, [variants, query, showsErrorsOnly, faulty]);
  return {
    shown,
    query,
    setQuery,
    showsErrorsOnly,
    setIsFaultyOnly,
    errorCount: faulty.size,
  };
};

export type VariantFilter = ReturnType<typeof useVariantFilter>;

export type BulkTool = 'price' | 'sku' | 'replace' | 'images' | 'features';

const tools: readonly { name: BulkTool; label: string }[] = [
  { name: 'price', label: 'Change prices…' },
  { name: 'sku', label: 'Generate SKUs…' },
  { name: 'replace', label: 'Find and replace…' },
  { name: 'images', label: 'Add images by value…' },
  { name: 'features', label: 'Add features…' },
];

export const VariantsToolbar = ({
  grid,
  view,
  onOpenTool,
  onFillDown,
  onRemove,
}: {
  grid: Grid;
  view: VariantFilter;
  onOpenTool: (tool: BulkTool) => void;
  onFillDown: () => void;
  onRemove: () => void;
}) => {
  const { isReadOnly } = useVariants();
  const { size } = grid.selected;
  const show = (change: () => void) => {
    // Clears the selection, so that hidden variants are not changed.
    grid.clearSelection();
    change();
  };
  return (
    <Group gap={8} role="toolbar" aria-label="Variants">
      <TextInput
        // Narrow enough for the number of selected variants to fit on the same line.
        flex="1 1 8rem"
        maw="14rem"
        type="search"
        aria-label="Search variants"
        placeholder="Search variants"
        leftSection={<IconSearch size="1rem" />}
        value={view.query}
        onChange={({ currentTarget: { value } }) => show(() => view.setQuery(value))}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <Button
        variant={view.showsErrorsOnly ? 'filled' : 'default'}
        aria-pressed={view.showsErrorsOnly}
        disabled={view.errorCount === 0 && !view.showsErrorsOnly}
        onClick={() => show(() => view.setIsFaultyOnly(!view.showsErrorsOnly))}
      >
        {`Errors only (${view.errorCount.toLocaleString('en')})`}
      </Button>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button rightSection={<IconChevronDown size="1rem" />} disabled={isReadOnly}>
            {size > 0 ? 'Bulk edit selected' : 'Bulk edit all'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {tools.map(({ name, label }) => (
            <Menu.Item key={name} onClick={() => onOpenTool(name)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button disabled={isReadOnly || size < 2} onClick={onFillDown}>
        Fill down
      </Button>
      <Button leftSection={<IconTrash size="1rem" />} disabled={isReadOnly || size === 0} onClick={onRemove}>
        Remove
      </Button>
      <UndoButtons />
      <Text size="sm" c="dimmed" role="status" className="bo-tabular" ms="auto">
        {size > 0 ? `${size.toLocaleString('en')} selected` : formatCount(view.shown.length, 'variant')}
      </Text>
    </Group>
  );
};
