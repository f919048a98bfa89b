import { Button, Drawer, Group, Modal, Skeleton, Stack } from '@mantine/core';
import { IconCopy, IconPencil } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AnyRecord, RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import { isAltField, isPageField, isPositionField } from '#shared/resource-kit/fields.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { texts } from '#shared/texts.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { keepToastsAbove } from '../../ui/keep-toasts-above.ts';
import { useExclusive } from '../../ui/use-busy.ts';
import { findScreens, type RecordCopy } from '../declared-screens.ts';
import { useCanDuplicate } from '../duplicate.tsx';
import { useRecord } from '../hooks.ts';
import type { RelatedRecordProps } from '../kinds/related-record.tsx';
import { UsedBySection } from '../list/used-by.tsx';
import { PresentUsers } from '../live/present-users.tsx';
import { QueryError } from '../query-error.tsx';
import { fillPathWithRecord } from '../record-paths.ts';
import { useCan } from '../session-store.ts';
import { keepDraftState, useUnsavedChangesGuard } from '../use-unsaved-changes-guard.ts';
import { RecordOverview } from '../view-page.tsx';
import { FormField } from './duplicate-name.tsx';
import classes from './form-panel.module.css';
import { AddAnotherCheckbox, type AddAnotherState, FormElement, FormNotices, SaveButton } from './form-parts.tsx';
import type { FormValues } from './form-values.ts';
import { useResourceForm } from './use-resource-form.ts';

// A dialog above the drawer, or an open list of options, handles the key itself.
const isOwnKey = ({ target, currentTarget }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest('[role="dialog"], dialog') === currentTarget.querySelector('[role="dialog"]') &&
  target.getAttribute('data-mantine-stop-propagation') !== 'true';

/** Frame of a form: a dialog over a list, or a drawer above another form. */
const FormPanel = (props: {
  title: string;
  /** Whether it is above another form. */
  isNested: boolean;
  isBusy?: boolean;
  onClose: () => void;
  children: ReactNode;
}) => {
  const { isNested, isBusy = false, ...panel } = props;
  const shared = {
    ...panel,
    opened: true,
    // Mantine would close every open drawer.
    closeOnEscape: false,
    closeButtonProps: { 'aria-label': 'Close', disabled: isBusy },
  };
  if (!isNested) return <Modal {...shared} size={480} closeOnClickOutside={false} />;
  return (
    <Drawer
      {...shared}
      position="right"
      size="32rem"
      className={classes.drawer}
      closeOnClickOutside={!isBusy}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isBusy && isOwnKey(event)) props.onClose();
      }}
    />
  );
};

type FormModalProps<R extends Resource> = {
  resource: R;
  /** Default: "Add" or "Edit" and the label of the resource. */
  title?: string;
  record: RecordOf<R> | null;
  copy?: RecordCopy | undefined;
  initialValues?: FormValues;
  /** Fields whose initial values the user can't change. */
  hiddenFields?: readonly string[];
  /** Id of the waiting change that creates the record. */
  queuedId?: string;
  onClose: () => void;
  /** Undefined in a drawer above another form, which needs a single record. */
  addAnother?: AddAnotherState;
  onDuplicate?: (record: AnyRecord) => void;
  /** Called with the id of a new record to go on editing. */
  onStay?: (id: string) => void;
  /** Called instead of `onClose` after a save, in a drawer above another form. */
  onSaved?: (saved: { id: string | undefined; title: string }) => void;
};

const confirmDiscard = (): Promise<boolean> =>
  openConfirm({
    title: 'Close without saving?',
    message: 'Your changes will be lost.',
    confirmLabel: 'Discard changes',
    cancelLabel: 'Keep editing',
  });

/** Form in a dialog, or in a drawer above another form, which asks before it discards changes. */
export const FormModal = <R extends Resource>({
  resource,
  record,
  title = `${record ? 'Edit' : 'Add'} ${resource.label}`,
  copy,
  queuedId,
  initialValues,
  hiddenFields = [],
  addAnother,
  onClose,
  onDuplicate,
  onStay,
  onSaved,
}: FormModalProps<R>) => {
  const isNested = onSaved !== undefined;
  const resourceForm = useResourceForm({
    resource,
    record,
    copy,
    queuedId,
    initialValues,
    // The form below needs the saved record.
    canWait: !isNested,
    onSaved: ({ id, staysOpen }) => {
      if (onSaved) onSaved({ id, title: String(resourceForm.form.getValues(resource.titleField) ?? '') });
      else if (staysOpen && id !== undefined) onStay?.(id);
      else if (!record && addAnother?.isChecked) addAnother.startNext();
      else onClose();
    },
  });
  const { isSaving, isDirty, draft } = resourceForm;
  useUnsavedChangesGuard(isDirty, draft.discard);
  const saveAndStay = onStay && resourceForm.saveAndStay;
  const canDuplicate = useCanDuplicate(resource);
  const askOnce = useExclusive();
  const closeNested = async () => {
    if (isDirty && !(await askOnce(confirmDiscard))) return;
    draft.discard();
    onClose();
  };
  const close = isNested ? () => void closeNested() : onClose;
  const fields = Object.entries(resource.fields).flatMap(([name, field]) =>
    hiddenFields.includes(name) || isPageField(name) || isAltField(field) || isPositionField(field) ? [] : [name],
  );
  return (
    <FormPanel isNested={isNested} title={title} isBusy={isSaving} onClose={close}>
      <FormElement resourceForm={resourceForm} autoFocusName={fields[0]} onSaveAndStay={saveAndStay}>
        {record && <PresentUsers resource={resource} record={record} mode="edit" />}
        <FormNotices {...resourceForm} />
        <Stack gap="md">
          {fields.map((name) => (
            <FormField key={name} name={name} />
          ))}
          {record && <UsedBySection resource={resource} record={record} />}
          <Group ref={isNested ? keepToastsAbove : undefined} justify="flex-end" gap="sm" className={classes.actions}>
            {record && canDuplicate && onDuplicate && (
              <Button
                me="auto"
                // A copy contains saved values only.
                disabled={isSaving || isDirty}
                leftSection={<IconCopy size="1rem" />}
                onClick={() => onDuplicate(record)}
              >
                Duplicate
              </Button>
            )}
            {!record && addAnother && <AddAnotherCheckbox addAnother={addAnother} isDisabled={isSaving} />}
            <Button disabled={isSaving} onClick={close}>
              {texts.form.cancel}
            </Button>
            <SaveButton label={texts.form.save} resourceForm={resourceForm} onSaveAndStay={saveAndStay} />
          </Group>
        </Stack>
      </FormElement>
    </FormPanel>
  );
};

type ExistingProps = Pick<RelatedRecordProps, 'resource' | 'onClose' | 'onSaved'> & { id: string };

/** Form of a record; its values if the user may only view it, or if a drawer can't show its form. */
const ExistingRecord = ({ resource, id, onClose, onSaved }: ExistingProps) => {
  const record = useRecord(resource, id);
  const can = useCan(resource.name);
  const { edit } = screenPaths(resource.paths);
  const isForm = can('update') && !findScreens(resource.name)?.hasOwnForm;
  // The server would reject the version of an outdated cached record.
  if (isForm && record.data && record.isFetchedAfterMount)
    return <FormModal resource={resource} onClose={onClose} onSaved={onSaved} record={record.data} />;
  const isShown = !isForm && record.data !== undefined;
  return (
    <FormPanel isNested title={isForm ? `Edit ${resource.label}` : `${resource.label} details`} onClose={onClose}>
      {record.isError && !isShown && <QueryError query={record} />}
      {isShown && <RecordOverview resource={resource} record={record.data} />}
      {isShown && edit && can('update') && (
        <Group justify="flex-end" mt="md">
          <Button
            component={Link}
            to={fillPathWithRecord(edit, record.data)}
            state={keepDraftState}
            leftSection={<IconPencil size="1rem" />}
          >
            Edit
          </Button>
        </Group>
      )}
      {record.isPending && <Skeleton height="16rem" radius="lg" />}
    </FormPanel>
  );
};

/** A record above another form, to add it, edit it or read it. */
export const RelatedRecord = ({ id, ...props }: RelatedRecordProps) =>
  id === undefined ? <FormModal {...props} record={null} /> : <ExistingRecord {...props} id={id} />;
