import { Button, Group, Stack, Text } from '@mantine/core';
import { IconSortAZ } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { useResourceFormContext } from '../../../resource-kit/form/form-context.ts';
import { FormSection } from '../../../resource-kit/form/form-page.tsx';
import { useIsFullServer } from '../../../resource-kit/server-level.ts';
import { keepDraftState } from '../../../resource-kit/use-unsaved-changes-guard.ts';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { AddValues } from './add-values.tsx';
import { openMergeValueDialog } from './merge-value-dialog.tsx';
import { useValueRows, type ValueRows } from './use-value-rows.ts';
import { ValueRowEditor } from './value-row.tsx';
import { isKept, keepRow, sortByName, updateRow, type ValueRow } from './value-rows.ts';
import classes from './values-section.module.css';

const isStored = (row: ValueRow): row is ValueRow & { _id: string } => row._id !== undefined;

/** Values that are deleted or merged on the next save, which can still be kept. */
const PendingRemovals = ({ values: { rows, change, getError } }: { values: ValueRows }) => {
  const pending = rows.filter((row) => !isKept(row));
  if (pending.length === 0) return null;
  const describeRemoval = ({ name, replacementId }: ValueRow) => {
    const into = rows.find(({ _id }) => _id === replacementId);
    return into && replacementId !== undefined
      ? `“${name}” will be merged into “${into.name}”`
      : `“${name}” will be deleted`;
  };
  return (
    <ul className={classes.pending} aria-label="Changes on save">
      {pending.map((row) => {
        const { replacementId, name } = getError(row);
        const error = replacementId?.message ?? name?.message;
        return (
          <li key={row.key}>
            <Text size="sm">{describeRemoval(row)}</Text>
            <Button
              size="compact-xs"
              aria-label={`Keep ${row.name}`}
              onClick={() => change((latest) => keepRow(latest, row.key))}
            >
              Keep
            </Button>
            {error && (
              <Text size="sm" c="var(--bo-danger)" role="alert">
                {error}
              </Text>
            )}
          </li>
        );
      })}
    </ul>
  );
};

const ValuesEditor = () => {
  const { isSaving } = useResourceFormContext();
  const navigate = useNavigate();
  const values = useValueRows();
  const { rows, change, ref } = values;
  const kept = rows.filter(isKept);
  const reorder = (ordered: ValueRow[]) => change((latest) => [...ordered, ...latest.filter((row) => !isKept(row))]);
  const openMerge = (row: ValueRow) => {
    if (!isStored(row)) return;
    const others = kept.filter(isStored).filter(({ key }) => key !== row.key);
    openMergeValueDialog({
      row,
      others,
      // Dialogs are outside of the router.
      onOpen: (path) => navigate(path, { state: keepDraftState }),
      onMerge: ({ _id }) => change((latest) => updateRow(latest, row.key, { replacementId: _id })),
    });
  };
  return (
    <FormSection title="Values">
      <Stack gap="sm">
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {kept.length === 0
              ? 'No values yet'
              : `${formatCount(kept.length, 'value')}, in the order of product forms`}
          </Text>
          {kept.length > 1 && (
            <Button
              size="xs"
              leftSection={<IconSortAZ size="1rem" />}
              disabled={isSaving}
              onClick={() => reorder(sortByName(kept))}
            >
              Sort A–Z
            </Button>
          )}
        </Group>
        {kept.length > 0 && (
          <SortableList
            items={kept}
            getId={({ key }) => key}
            getHandleLabel={({ name }) => `Move ${name || 'the value'}`}
            isDisabled={isSaving}
            onReorder={reorder}
          >
            {(row, _index, handle) => (
              <ValueRowEditor
                row={row}
                values={values}
                handle={handle}
                isDisabled={isSaving}
                canMerge={kept.length > 1}
                onMerge={() => openMerge(row)}
              />
            )}
          </SortableList>
        )}
        <AddValues values={values} isDisabled={isSaving} inputRef={ref} />
        <PendingRemovals values={values} />
      </Stack>
    </FormSection>
  );
};

/** The values of the form's attribute, on servers that save both together. */
export const ValuesSection = () => (useIsFullServer() ? <ValuesEditor /> : null);
