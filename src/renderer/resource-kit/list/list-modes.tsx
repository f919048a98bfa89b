import { Button } from '@mantine/core';
import { IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { sheetParam, tableParam, withParams } from '../list-params.ts';
import { useIsFullServer } from '../server-level.ts';

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

export const SheetButton = ({ sheet, isDisabled }: { sheet: ReturnType<typeof useSheetMode>; isDisabled: boolean }) => {
  const toggle = sheet.isOpen ? sheet.close : sheet.open;
  useShortcut('sheet', isDisabled ? undefined : toggle);
  return (
    <Button
      variant="subtle"
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

/** Whether a list with tiles shows them, which is part of the address. */
export const TilesButton = () => {
  const [search, setSearch] = useSearchParams();
  const areShown = !search.has(tableParam);
  return (
    <Button
      variant="subtle"
      bg={areShown ? 'var(--bo-selected)' : undefined}
      aria-pressed={areShown}
      leftSection={<IconLayoutGrid size="1rem" aria-hidden />}
      onClick={() => setSearch((current) => withParams(current, { [tableParam]: areShown ? 'true' : null }))}
    >
      Grid
    </Button>
  );
};
