import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { maxPageSize } from '#shared/resource-kit/list-fields.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { getClient } from '../client.ts';
import { getResourceIcon } from '../declared-screens.ts';
import type { ListParams } from '../list-params.ts';
import { QueryError } from '../query-error.tsx';
import { type RecordSheetProps, SheetEditor } from './sheet-editor.tsx';

const maxSheetRows = 10_000;

type Loaded = { records: readonly AnyRecord[]; total: number };

const loadRecords = async (
  resource: Resource,
  params: ListParams,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (loaded: number, total: number) => void },
): Promise<Loaded> => {
  // By id, because a record moves to the next page if another one is added meanwhile.
  const records = new Map<string, AnyRecord>();
  for (let pageIndex = 0; ; pageIndex += 1) {
    const page = await getClient(resource).list({ ...params, pageIndex, pageSize: maxPageSize }, signal);
    for (const record of page.data as AnyRecord[]) records.set(record._id, record);
    const end = Math.min(page.total, maxSheetRows);
    onProgress(Math.min((pageIndex + 1) * maxPageSize, end), end);
    if (page.data.length === 0 || (pageIndex + 1) * maxPageSize >= end)
      return { records: [...records.values()], total: page.total };
  }
};

/** All records that a list finds, up to the limit of a sheet. */
const useSheetRecords = (resource: Resource, params: ListParams) => {
  const [progress, setProgress] = useState<{ loaded: number; total: number } | null>(null);
  const query = useQuery({
    // A sheet of other parameters is another sheet.
    queryKey: ['sheet', useId()],
    queryFn: ({ signal }) =>
      loadRecords(resource, params, { signal, onProgress: (loaded, total) => setProgress({ loaded, total }) }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { query, progress };
};

/** The records of a list as a sheet, whose cells can be edited and are saved together. */
export const RecordSheet = (props: RecordSheetProps) => {
  const { resource, params, onClose } = props;
  const { query, progress } = useSheetRecords(resource, params);
  const { data: loaded } = query;
  const label = inSentence(resource.labelPlural);
  if (query.isError && !loaded) return <QueryError query={query} />;
  if (!loaded) {
    const text = progress
      ? `Loading ${progress.loaded.toLocaleString('en')} of ${progress.total.toLocaleString('en')}`
      : 'Loading';
    const value = progress && progress.total > 0 ? progress.loaded / progress.total : null;
    return (
      <Stack p="xl" gap="xs" maw="24rem" mx="auto" w="100%">
        <ProgressBar label={`Loading ${label}`} text={text} value={value} />
      </Stack>
    );
  }
  if (loaded.records.length === 0) {
    return (
      <EmptyState
        icon={getResourceIcon(resource.name)}
        title={`No ${label} to edit`}
        action={<Button onClick={onClose}>Back to the list</Button>}
      />
    );
  }
  return (
    <>
      {loaded.total > maxSheetRows && (
        <Text size="sm" px="md" py="xs">
          {`The sheet shows the first ${maxSheetRows.toLocaleString('en')} of ${loaded.total.toLocaleString('en')} ${label}. Filter the list to edit others.`}
        </Text>
      )}
      <SheetEditor {...props} loaded={loaded.records} onReload={() => void query.refetch()} />
    </>
  );
};
