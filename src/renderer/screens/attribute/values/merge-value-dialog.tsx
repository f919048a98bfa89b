import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { fillPath } from '#shared/resource-kit/paths.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { product } from '#shared/resources/product.ts';
import { getFailedRecords } from '../../../resource-kit/bulk/bulk-client.ts';
import { send } from '../../../resource-kit/client.ts';
import { QueryError } from '../../../resource-kit/query-error.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { openDialog } from '../../../ui/modals.ts';
import { SearchSelect } from '../../../ui/search-select.tsx';
import type { ValueRow } from './value-rows.ts';

type StoredRow = ValueRow & { _id: string };

type Merge = {
  row: StoredRow;
  others: readonly StoredRow[];
  onMerge: (into: StoredRow) => void;
  /** Opens the page of a product. */
  onOpen: (path: string) => void;
};

/** Asks the server what a merge would do, without doing it. */
const checkMerge = async (id: string, replacementId: string) => {
  const path = `/${attributeValue.name}/replaceById/${encodeURIComponent(id)}`;
  try {
    const { changed } = await send<{ changed: number }>({
      method: 'POST',
      path,
      body: { replacementId, dryRun: true },
    });
    return { changed, failed: [], failedCount: 0 };
  } catch (error) {
    const failures = getFailedRecords(error);
    if (failures.failedCount === 0) throw error;
    return { changed: 0, ...failures };
  }
};

const maxProductsShown = 20;

const MergeForm = ({ row, others, onMerge, onOpen, onClose }: Merge & { onClose: () => void }) => {
  const [id, setId] = useState<string | null>(null);
  const into = others.find(({ _id }) => _id === id);
  const check = useQuery({
    queryKey: ['mergeCheck', row._id, id],
    queryFn: () => checkMerge(row._id, id ?? ''),
    enabled: id !== null,
    gcTime: 0,
    retry: false,
  });
  const { failed, failedCount } = check.data ?? { failed: [], failedCount: 0 };
  return (
    <Stack>
      <SearchSelect
        data-autofocus
        label="Merge into"
        placeholder="Select"
        data={others.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={id}
        limit={200}
        nothingFoundMessage="No other values"
        onChange={setId}
      />
      {into && check.isPending && <Text role="status">Checking the products…</Text>}
      {into && check.isLoadingError && <QueryError query={check} />}
      {into && check.data && failedCount === 0 && (
        <Text role="status">
          {check.data.changed === 0
            ? `No product uses “${row.name}”. It is deleted when you save.`
            : `When you save, ${formatCount(check.data.changed, 'product')} will use “${into.name}” instead, and “${row.name}” is deleted. Generated variant names follow. You can undo this.`}
        </Text>
      )}
      {into && failedCount > 0 && (
        <InlineAlert title={`“${row.name}” can’t be merged into “${into.name}”`}>
          <Text size="sm">
            {`${formatCount(failedCount, 'product')} would have two equal variants. Remove one of each pair first:`}
          </Text>
          <ul>
            {failed.slice(0, maxProductsShown).map((record) => (
              <li key={record.id}>
                <Anchor
                  component="button"
                  type="button"
                  onClick={() => {
                    onClose();
                    onOpen(fillPath(product.paths.view, { id: record.id }));
                  }}
                >
                  {record.label}
                </Anchor>
              </li>
            ))}
            {failedCount > maxProductsShown && (
              <li>{`and ${(failedCount - maxProductsShown).toLocaleString('en')} more`}</li>
            )}
          </ul>
        </InlineAlert>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="brand"
          disabled={!into || !check.data || failedCount > 0}
          onClick={() => {
            if (into) onMerge(into);
            onClose();
          }}
        >
          Merge
        </Button>
      </Group>
    </Stack>
  );
};

/** Asks which value another one is merged into, and says what that changes. The merge happens on the next save. */
export const openMergeValueDialog = (merge: Merge): void =>
  openDialog({
    title: `Merge “${merge.row.name}”`,
    render: (close) => <MergeForm {...merge} onClose={close} />,
  });
