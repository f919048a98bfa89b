import { Button, Loader } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useSearchParams } from 'react-router-dom';
import type { AnyRecord, RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import type { Column } from '../../ui/table-columns.ts';
import { type ListParams, sheetParam, withParams } from '../list-params.ts';
import { useIsFullServer } from '../server-level.ts';

const RecordSheet = lazyComponent(
  async () => (await import('../sheet/record-sheet.tsx')).RecordSheet,
  <Loader m="auto" />,
);

/** Whether a list shows its records as a sheet, which is part of the address. */
export const useSheetMode = ({ isSingleton }: Resource, { canEdit }: { canEdit: boolean }) => {
  const [search, setSearch] = useSearchParams();
  const isAvailable = useIsFullServer() === true && canEdit && !isSingleton;
  const setOpen = (isOpen: boolean) =>
    setSearch((current) => withParams(current, { [sheetParam]: isOpen ? 'true' : null }));
  return {
    isAvailable,
    isOpen: isAvailable && search.has(sheetParam),
    open: () => setOpen(true),
    close: () => setOpen(false),
  };
};

type SheetMode = ReturnType<typeof useSheetMode>;

export const SheetButton = ({ sheet, isDisabled }: { sheet: SheetMode; isDisabled: boolean }) => {
  const toggle = sheet.isOpen ? sheet.close : sheet.open;
  useShortcut('sheet', isDisabled ? undefined : toggle);
  return (
    <Button
      bg={sheet.isOpen ? 'var(--bo-selected)' : undefined}
      disabled={isDisabled && !sheet.isOpen}
      aria-pressed={sheet.isOpen}
      leftSection={<IconTable size="1rem" aria-hidden />}
      onClick={toggle}
    >
      Sheet
    </Button>
  );
};

export const LazyRecordSheet = <R extends Resource>({
  columns,
  ...props
}: {
  resource: R;
  title: string;
  columns: Column<RecordOf<R>>[];
  params: ListParams;
  lockedFields: readonly string[];
  onClose: () => void;
}) => (
  <RecordSheet
    // Another filter is another sheet.
    key={JSON.stringify([props.params.query, props.params.sort, props.params.filters])}
    {...props}
    // The sheet loads records of this resource only.
    columns={columns as unknown as Column<AnyRecord>[]}
  />
);
