import { Skeleton, Stack } from '@mantine/core';
import { product } from '#shared/resources/product.ts';
import { useRecord } from '../../resource-kit/hooks.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { readVariants, VariantRows } from './variant-table.tsx';

/** The variants of a product in the list, which has only their number. */
export const ExpandedVariants = ({ id, count }: { id: string; count: number }) => {
  const record = useRecord(product, id);
  if (record.isLoadingError) return <QueryError query={record} />;
  if (record.data) return <VariantRows variants={readVariants(record.data)} />;
  return (
    <Stack gap={8} aria-busy>
      {Array.from({ length: Math.min(count, 4) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else to tell them apart
        <Skeleton key={index} height={36} />
      ))}
    </Stack>
  );
};
