import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { type BulkResult, maxBulkRows } from '#shared/bulk.ts';
import { formatCountInSentence, joinSentences } from '#shared/resource-kit/labels.ts';
import { product } from '#shared/resources/product.ts';
import { texts } from '#shared/texts.ts';
import type { SelectedRecords } from '../../../resource-kit/bulk/bulk-bar.tsx';
import { showBulkResult } from '../../../resource-kit/bulk/bulk-change.tsx';
import { applyBulkChange, type CountedTarget } from '../../../resource-kit/bulk/bulk-client.ts';
import { getErrorStatus, reportError } from '../../../resource-kit/errors.ts';
import { FieldValue } from '../../../resource-kit/kinds/field-diff.tsx';
import { useRunningChange } from '../../../resource-kit/long-change.ts';
import { invalidateResource } from '../../../resource-kit/query-client.ts';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { PlainTable } from '../../../ui/plain-table.tsx';
import { useBusy } from '../../../ui/use-busy.ts';
import classes from './bulk-edit.module.css';
import { canPreview, EditFields, emptyBulkEdit, toUpdateValues } from './edit-fields.tsx';

const maxFailedShown = 5;

const changedText = (count: number): string =>
  count > 0 ? `${formatCountInSentence(count, product)} will change` : 'No products will change';

const unchangedText = (count: number): string =>
  count > 0 ? `${count.toLocaleString('en')} already ${count === 1 ? 'has' : 'have'} these values` : '';

const ChangesPreview = ({ result }: { result: BulkResult }) => {
  const { rows, changed, unchanged, failed } = result;
  const fields = Object.entries(product.fields).filter(([name]) => rows.some(({ after }) => after && name in after));
  return (
    <Stack gap="sm">
      <Text role="status">{joinSentences([changedText(changed), unchangedText(unchanged)])}</Text>
      {failed.length > 0 && (
        <InlineAlert title={`${formatCountInSentence(failed.length, product)} can’t be updated`}>
          {failed.slice(0, maxFailedShown).map(({ id, label, message }) => (
            <div key={id}>{`${label}: ${message}`}</div>
          ))}
          {failed.length > maxFailedShown && `and ${(failed.length - maxFailedShown).toLocaleString('en')} more`}
        </InlineAlert>
      )}
      {rows.length > 0 && (
        <PlainTable
          label="Preview of changes"
          mah="50vh"
          className={classes.table}
          columns={[product.label, ...fields.map(([, { label }]) => label)]}
        >
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.label}</th>
              {fields.map(([name, field]) => (
                <td key={name}>
                  {row.before && row.after && name in row.after ? (
                    <Group component="span" display="inline-flex" gap={6} className="bo-tabular">
                      <Text span inherit c="dimmed">
                        <FieldValue resource={product} field={field} name={name} record={row.before} />
                      </Text>
                      <IconArrowRight size="0.875rem" aria-hidden />
                      <span className="bo-visually-hidden">changes to</span>
                      <strong>
                        <FieldValue resource={product} field={field} name={name} record={row.after} />
                      </strong>
                    </Group>
                  ) : (
                    <Text span inherit c="dimmed">
                      No change
                    </Text>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </PlainTable>
      )}
      {changed > maxBulkRows && <Text size="xs" c="dimmed">{`Showing the first ${maxBulkRows}`}</Text>}
    </Stack>
  );
};

type Props = SelectedRecords & { onClose: () => void };

type Preview = BulkResult & Pick<CountedTarget, 'target'> & { edit: typeof emptyBulkEdit };

/** Previews the same values for many products, then applies them as one undoable change. */
const BulkEditForm = ({ countTarget, count, onDone, onClose }: Props) => {
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

  const loadPreview = async () => {
    const result = await track(submitEdit(true));
    if (result) setPreview(result);
  };

  const save = async () => {
    const result = await track(submitEdit(false));
    if (!result) return;
    showBulkResult(result, () => invalidateResource(product.name));
    onClose();
    onDone();
    await invalidateResource(product.name);
  };

  const busyLabel = preview ? 'Saving…' : 'Loading preview…';
  const submitLabel = preview ? `Update ${formatCountInSentence(preview.changed, product)}` : 'Preview changes';
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
        <Button
          disabled={isBusy && preview !== null && !cancel}
          onClick={cancel ?? (preview ? () => setPreview(null) : onClose)}
        >
          {preview && !cancel ? 'Back' : texts.form.cancel}
        </Button>
        <Button
          variant="brand"
          disabled={isBusy || (preview ? preview.changed === 0 : !canPreview(edit))}
          onClick={() => void (preview ? save() : loadPreview())}
        >
          {isBusy ? busyLabel : submitLabel}
        </Button>
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
