import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import { product } from '#shared/resources/product.ts';
import { useCapability } from '../../../resource-kit/capabilities.ts';
import type { SelectedRecords } from '../../../resource-kit/list/list-page.tsx';
import { useCan } from '../../../resource-kit/session-store.ts';
import { lazyOverlay } from '../../../ui/lazy-component.tsx';

const BulkEditDialog = lazyOverlay(async () => (await import('./bulk-edit-dialog.tsx')).BulkEditDialog);

export const BulkEdit = (selected: SelectedRecords) => {
  const [isOpen, { open, close }] = useDisclosure(false);
  const can = useCan(product.name);
  if (!useCapability('bulk') || !can('update')) return null;
  return (
    <>
      <Button size="compact-md" leftSection={<IconPencil size="1rem" />} onClick={open}>
        Bulk edit
      </Button>
      {isOpen && <BulkEditDialog {...selected} onClose={close} />}
    </>
  );
};
