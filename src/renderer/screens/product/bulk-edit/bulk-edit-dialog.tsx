import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import type { BulkResult } from '#shared/bulk.ts';
import { formatCountInSentence } from '#shared/resource-kit/labels.ts';
import { product } from '#shared/resources/product.ts';
import { texts } from '#shared/texts.ts';
import type { SelectedRecords } from '../../../resource-kit/bulk/bulk-bar.tsx';
import { showBulkResult } from '../../../resource-kit/bulk/bulk-change.tsx';
import { applyBulkChange, type CountedTarget } from '../../../resource-kit/bulk/bulk-client.ts';
import { getErrorStatus, reportError } from '../../../resource-kit/errors.ts';
import { invalidateResource } from '../../../resource-kit/invalidate.ts';
import { useRunningChange } from '../../../resource-kit/long-change.ts';
import { useBusy } from '../../../ui/use-busy.ts';
import { canPreview, emptyBulkEdit, toUpdateValues } from './bulk-edit-values.ts';
import { ChangesPreview } from './changes-preview.tsx';
import { EditFields } from './edit-fields.tsx';

type Props = SelectedRecords & { onClose: () => void };

type Preview = BulkResult & Pick<CountedTarget, 'target'> & { edit: typeof emptyBulkEdit };

/** Previews the same values for many products, then applies them as one undoable change. */
export const BulkEditForm = ({ countTarget, count, onDone, onClose }: Props) => {
  const [edit, setEdit] = useState(emptyBulkEdit);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [isBusy, track] = useBusy();
  const { cancel } = useRunningChange();

  const submitEdit = async (isDryRun: boolean): Promise<Preview | null> => {
    // The fields can change while the preview loads, so the previewed values are saved.
    const submitted = preview?.edit ?? edit;
    const change = { action: 'update' as const, values: toUpdateValues(submitted) };
    // The preview listed the records that fail; the others are updated without them.
    const isPartial = isDryRun || (preview?.failed.length ?? 0) > 0;
    try {
      const { target } = preview ?? (await countTarget());
      const result = await applyBulkChange({ resource: product, change, target, isPartial, isDryRun });
      return { ...result, target, edit: submitted };
    } catch (error) {
      reportError(error);
      // The preview no longer shows what the update would do.
      if (getErrorStatus(error) === 409) setPreview(null);
      return null;
    }
  };

  const save = async () => {
    const result = await track(submitEdit(false));
    if (!result) return;
    showBulkResult(result, () => invalidateResource(product.name));
    onClose();
    onDone();
    await invalidateResource(product.name);
  };

  return (
    <>
      {preview ? (
        <ChangesPreview result={preview} />
      ) : (
        <>
          <Text c="dimmed" mb="md">
            {`These changes apply to ${formatCountInSentence(count, product)}. You can preview them before saving.`}
          </Text>
          <EditFields edit={edit} onChange={setEdit} />
        </>
      )}
      <Group justify="flex-end" mt="lg">
        {preview ? (
          <>
            <Button disabled={isBusy && !cancel} onClick={cancel ?? (() => setPreview(null))}>
              {cancel ? texts.form.cancel : 'Back'}
            </Button>
            <Button variant="brand" disabled={isBusy || preview.changed === 0} onClick={() => void save()}>
              {isBusy ? 'Saving…' : `Update ${formatCountInSentence(preview.changed, product)}`}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={cancel ?? onClose}>{texts.form.cancel}</Button>
            <Button
              variant="brand"
              disabled={isBusy || !canPreview(edit)}
              onClick={() => void track(submitEdit(true)).then((result) => result && setPreview(result))}
            >
              {isBusy ? 'Loading preview…' : 'Preview changes'}
            </Button>
          </>
        )}
      </Group>
    </>
  );
};

export const BulkEditDialog = (props: Props) => (
  <Modal
    opened
    onClose={props.onClose}
    title={`Bulk edit ${formatCountInSentence(props.count, product)}`}
    size="lg"
    closeOnClickOutside={false}
  >
    <BulkEditForm {...props} />
  </Modal>
);
