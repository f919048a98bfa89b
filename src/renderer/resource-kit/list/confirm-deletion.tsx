import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatList, inSentence, joinSentences, quoteSentence } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { texts } from '#shared/texts.ts';
import { getReplacementScope, type ReplaceResult } from '#shared/used-by.ts';
import { openConfirm, openNotice } from '../../ui/confirm.tsx';
import { openDialog } from '../../ui/modals.ts';
import { SearchSelect } from '../../ui/search-select.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { openFailedRecordsDialog, showBulkResult } from '../bulk/bulk-change.tsx';
import { getFailedRecords } from '../bulk/bulk-client.ts';
import { reportError } from '../errors.ts';
import { useSelectOptions } from '../kinds/reference-options.ts';
import { requestChange, useRunningChange } from '../long-change.ts';
import { refetchAll } from '../query-client.ts';
import { formatNames, getRecordTitle } from '../record-paths.ts';
import { isFullServer } from '../server-level.ts';
import { describeUse, fetchUses, getUsePath, type Use } from './used-by.tsx';

type Replacement = { resource: Resource; record: AnyRecord; uses: readonly Use[]; onReplaced: () => void };

const replace = ({ resource, record }: Replacement, replacementId: string): Promise<ReplaceResult> => {
  const path = `/${resource.name}/replaceById/${encodeURIComponent(record._id)}`;
  const title = `Replacing “${getRecordTitle(resource, record)}”…`;
  return requestChange('POST', path, { title, body: { replacementId } });
};

const ReplaceForm = ({ onClose, ...replacement }: Replacement & { onClose: () => void }) => {
  const { resource, record, uses, onReplaced } = replacement;
  const [id, setId] = useState<string | null>(null);
  const [isRunning, track] = useBusy();
  const { cancel } = useRunningChange();
  // Its replacement shares these fields.
  const filters = Object.fromEntries(getReplacementScope(resource).map((name) => [name, String(record[name])]));
  const options = useSelectOptions(resource.name, { filters, selected: id });
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
const openReplaceDialog = (replacement: Replacement): void =>
  openDialog({
    title: `Replace ${inSentence(replacement.resource.label)} “${getRecordTitle(replacement.resource, replacement.record)}”`,
    render: (close) => <ReplaceForm {...replacement} onClose={close} />,
  });

/** Records that block a deletion, with a link to the list that shows them. */
const BlockingUse = (props: { use: Use; record: AnyRecord; onFollow: (path: string) => void; close: () => void }) => {
  const { use, record } = props;
  const path = getUsePath(use, record);
  return (
    <div>
      <Text>{formatNames(use.names, use.total ?? 0)}</Text>
      {path && (
        <Anchor
          href={path}
          onClick={(event) => {
            event.preventDefault();
            props.close();
            props.onFollow(path);
          }}
        >
          {`Show ${describeUse(use)}`}
        </Anchor>
      )}
    </div>
  );
};

const describeDependents = (use: Use): string => {
  const { resource, total, names } = use;
  if (total === null) {
    return `Its ${inSentence(findResource(resource)?.labelPlural ?? resource)} will also be deleted`;
  }
  const otherCount = total > names.length ? ' and others' : '';
  return `${describeUse(use)} will also be deleted: ${names.join(', ')}${otherCount}`;
};

/** Explains what blocks the deletion of a record, or asks with the names of its dependents whether to delete it. */
export const confirmDeletion = async (
  resource: Resource,
  record: AnyRecord,
  options: { onFollow: (path: string) => void; mayReplace: boolean; onReplaced: () => void },
): Promise<boolean> => {
  const { onFollow, mayReplace, onReplaced } = options;
  const title = getRecordTitle(resource, record);
  const { pathname } = window.location;
  const uses = await fetchUses(resource, record._id);
  // The page that asked has closed.
  if (window.location.pathname !== pathname) return false;
  const blocking = uses.filter(({ blocks }) => blocks);
  if (blocking.length > 0) {
    const canReplace = mayReplace && (await isFullServer());
    openNotice({
      title: `Can’t delete ${title}: it’s used by ${formatList(blocking.map(describeUse))}`,
      content: (close) =>
        blocking.map((use) => (
          <BlockingUse
            key={`${use.resource} ${use.field}`}
            use={use}
            record={record}
            onFollow={onFollow}
            close={close}
          />
        )),
      actions: (close) =>
        canReplace && (
          <Button
            variant="brand"
            onClick={() => {
              close();
              openReplaceDialog({ resource, record, uses, onReplaced });
            }}
          >
            Replace with…
          </Button>
        ),
    });
    return false;
  }
  return openConfirm({
    title: `Delete ${quoteSentence(title)}?`,
    message: joinSentences(uses.map(describeDependents)),
    detail: texts.remove.confirm,
    confirmLabel: 'Delete',
    isDestructive: true,
  });
};
