import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { maxAltLength } from '#shared/resource-kit/fields.ts';
import { formatCountInSentence } from '#shared/resource-kit/labels.ts';
import { asset } from '#shared/resources/asset.ts';
import type { SelectedRecords } from '../../resource-kit/bulk/bulk-bar.tsx';
import { applyBulkChange, revertBulkChange } from '../../resource-kit/bulk/bulk-client.ts';
import { reportError } from '../../resource-kit/errors.ts';
import { invalidateResource } from '../../resource-kit/query-client.ts';
import { openDialog } from '../../ui/modals.ts';
import { showInfo, showSuccessWithUndo } from '../../ui/toasts.tsx';
import { useBusy } from '../../ui/use-busy.ts';

const undo = async (changeId: string) => {
  try {
    showInfo(await revertBulkChange(changeId));
    await invalidateResource(asset.name);
  } catch (error) {
    reportError(error);
  }
};

const DescribeDialog = ({ selected, onClose }: { selected: SelectedRecords; onClose: () => void }) => {
  const [alt, setAlt] = useState('');
  const [addTags, setAddTags] = useState('');
  const [removeTags, setRemoveTags] = useState('');
  const [isBusy, track] = useBusy();
  const save = async () => {
    const { target } = await selected.countTarget();
    const change = { action: 'update', values: { ...(alt.trim() && { alt }), addTags, removeTags } } as const;
    const { message, changeId } = await applyBulkChange({ resource: asset, change, target, isPartial: false });
    if (changeId) showSuccessWithUndo(message, () => void undo(changeId));
    else showInfo(message);
    selected.onDone();
    onClose();
    await invalidateResource(asset.name);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void track(save().catch(reportError));
      }}
    >
      <Stack>
        <TextInput
          data-autofocus
          label="Alternative text"
          description="Replaces that of all selected files. Empty: each keeps its own"
          maxLength={maxAltLength}
          value={alt}
          onChange={({ currentTarget: { value } }) => setAlt(value)}
        />
        <TextInput
          label="Tags to add"
          description="Separated by commas"
          value={addTags}
          onChange={({ currentTarget: { value } }) => setAddTags(value)}
        />
        <TextInput
          label="Tags to remove"
          value={removeTags}
          onChange={({ currentTarget: { value } }) => setRemoveTags(value)}
        />
        <Button
          type="submit"
          variant="brand"
          ms="auto"
          loading={isBusy}
          disabled={!alt.trim() && !addTags.trim() && !removeTags.trim()}
        >
          Update files
        </Button>
      </Stack>
    </form>
  );
};

/** Asks for an alternative text and tags of several files. */
export const describeFiles = (selected: SelectedRecords): void =>
  openDialog({
    title: `Describe ${formatCountInSentence(selected.count, asset)}`,
    render: (close) => <DescribeDialog selected={selected} onClose={close} />,
  });
