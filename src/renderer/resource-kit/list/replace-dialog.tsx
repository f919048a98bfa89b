import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type ReplaceResult, replaceResponseSchema } from '#shared/replace.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatList, inSentence } from '#shared/resource-kit/labels.ts';
import { openDialog } from '../../ui/modals.ts';
import { SearchSelect } from '../../ui/search-select.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { openFailedRecordsDialog, showBulkResult } from '../bulk/bulk-change.tsx';
import { getFailedRecords } from '../bulk/bulk-client.ts';
import { reportError } from '../errors.ts';
import { refetchAll } from '../invalidate.ts';
import { useSelectOptions } from '../kinds/reference-options.ts';
import { requestChange, useRunningChange } from '../long-change.ts';
import { getRecordTitle } from './list-context.tsx';
import { describeUse, type Use } from './used-by.ts';

type Replacement = { resource: Resource; record: AnyRecord; uses: readonly Use[]; onReplaced: () => void };

const replace = async ({ resource, record }: Replacement, replacementId: string): Promise<ReplaceResult> => {
  const path = `/${resource.name}/replaceById/${encodeURIComponent(record._id)}`;
  const title = `Replacing “${getRecordTitle(resource, record)}”…`;
  return replaceResponseSchema.parse(await requestChange('POST', path, { title, body: { replacementId } }));
};

/** Fields of the record that its replacement shares, as filters of the options. */
const getScope = (names: readonly string[], record: AnyRecord): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, String(record[name])]));

const ReplaceForm = ({
  scope,
  onClose,
  ...replacement
}: Replacement & { scope: readonly string[]; onClose: () => void }) => {
  const { resource, record, uses, onReplaced } = replacement;
  const [id, setId] = useState<string | null>(null);
  const [isRunning, track] = useBusy();
  const { cancel } = useRunningChange();
  const options = useSelectOptions(resource.name, { filters: getScope(scope, record), selected: id });
  const others = options.data?.filter(({ value }) => value !== record._id) ?? [];
  const title = getRecordTitle(resource, record);
  const run = async (replacementId: string) => {
    try {
      const result = await replace(replacement, replacementId);
      onClose();
      showBulkResult(result, refetchAll);
      onReplaced();
      await refetchAll();
    } catch (error) {
      const failures = getFailedRecords(error);
      if (failures.failedCount === 0) return reportError(error);
      onClose();
      openFailedRecordsDialog({
        title: `“${title}” wasn’t replaced`,
        explanation: 'Nothing was changed, because of these items:',
        ...failures,
      });
    }
  };
  return (
    <Stack>
      <Text>
        {`${formatList(uses.map(describeUse))} will use the replacement instead. “${title}” will then be deleted. You can undo this.`}
      </Text>
      <SearchSelect
        data-autofocus
        label="Replace with"
        placeholder={options.isLoading ? 'Loading' : 'Select'}
        data={others}
        value={id}
        limit={200}
        disabled={isRunning}
        nothingFoundMessage={options.isSearching ? 'Loading' : `No other ${inSentence(resource.labelPlural)}`}
        {...options.search}
        error={options.isError && 'Couldn’t load the options'}
        onChange={setId}
      />
      <Group justify="flex-end">
        <Button onClick={cancel ?? onClose}>Cancel</Button>
        <Button variant="brand" disabled={id === null || isRunning} onClick={() => id !== null && void track(run(id))}>
          {isRunning ? 'Replacing…' : 'Replace and delete'}
        </Button>
      </Group>
    </Stack>
  );
};

/** Asks which record takes the place of another one, moves everything to it and deletes the other one. */
export const openReplaceDialog = (replacement: Replacement & { scope: readonly string[] }): void =>
  openDialog({
    title: `Replace ${inSentence(replacement.resource.label)} “${getRecordTitle(replacement.resource, replacement.record)}”`,
    render: (close) => <ReplaceForm {...replacement} onClose={close} />,
  });
