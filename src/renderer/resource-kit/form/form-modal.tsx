import { Button, Group, Stack } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import type { AnyRecord, RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import { texts } from '#shared/texts.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { keepToastsAbove } from '../../ui/keep-toasts-above.ts';
import { createSaveKeyHandler } from '../../ui/shortcuts.ts';
import { useExclusive } from '../../ui/use-exclusive.ts';
import type { RecordCopy } from '../declared-screens.ts';
import { DraftBanner } from '../drafts/draft-banner.tsx';
import { useCanDuplicate } from '../duplicate.tsx';
import { reportError } from '../errors.ts';
import { UsedByList } from '../list/used-by-card.tsx';
import { PresentUsers } from '../live/present-users.tsx';
import { useUnsavedChangesGuard } from '../use-unsaved-changes-guard.ts';
import { AddAnotherCheckbox, type AddAnotherState } from './add-another.tsx';
import { useRecordCopy } from './copy-record.ts';
import { Field } from './field.tsx';
import type { FormValues } from './field-props.ts';
import { ResourceFormContext } from './form-context.ts';
import classes from './form-panel.module.css';
import { FormPanel } from './form-panel.tsx';
import { QueuedChangeBanner } from './queued-change-banner.tsx';
import { SaveButton } from './save-button.tsx';
import { SavedMeanwhileBanner } from './saved-meanwhile-banner.tsx';
import { useOpenForm } from './use-open-form.ts';
import { useResourceForm } from './use-resource-form.ts';

type FormModalProps<R extends Resource> = {
  resource: R;
  /** Default: "Add" or "Edit" and the label of the resource. */
  title?: string;
  record: RecordOf<R> | null;
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
}: FormModalProps<R> & { copy?: RecordCopy }) => {
  const isNested = onSaved !== undefined;
  const { form, isSaving, isReadingFiles, progress, isDirty, draft, submit, ...rest } = useResourceForm({
    resource,
    record,
    copy,
    queuedId,
    initialValues,
    // The form below needs the saved record.
    canWait: !isNested,
    onSaved: ({ id, staysOpen }) => {
      if (onSaved) onSaved({ id, title: String(form.getValues(resource.titleField) ?? '') });
      else if (staysOpen && id !== undefined) onStay?.(id);
      else if (!record && addAnother?.isChecked) addAnother.startNext();
      else onClose();
    },
  });
  useUnsavedChangesGuard(isDirty, draft.discard);
  const root = useRef<HTMLFormElement>(null);
  const saveAndStay = onStay && (() => rest.saveAndStay(root.current));
  useOpenForm({ resource, record: rest.record, form, isSaving, saveAndStay, formRef: root });
  const canDuplicate = useCanDuplicate(resource);
  const askOnce = useExclusive();
  const closeNested = async () => {
    if (isDirty && !(await askOnce(confirmDiscard))) return;
    draft.discard();
    onClose();
  };
  const close = isNested ? () => void closeNested() : onClose;
  const fields = Object.keys(resource.fields).filter((name) => !hiddenFields.includes(name));
  return (
    <FormPanel isNested={isNested} title={title} isBusy={isSaving} onClose={close}>
      <FormProvider {...form}>
        <ResourceFormContext
          value={{
            resource,
            record: rest.record,
            fileSource: rest.fileSource,
            isSaving,
            progress,
            autoFocusName: fields[0],
          }}
        >
          <form
            noValidate
            onSubmit={submit}
            onKeyDown={createSaveKeyHandler({ onStay: saveAndStay ?? (() => root.current?.requestSubmit()) })}
            ref={root}
          >
            {record && <PresentUsers resource={resource} record={record} mode="edit" />}
            <SavedMeanwhileBanner saved={rest.savedMeanwhile} resource={resource} />
            <QueuedChangeBanner shown={rest.queued} resource={resource} />
            <DraftBanner draft={draft.offered} />
            <Stack gap="md">
              {fields.map((name) => (
                <Field key={name} name={name} />
              ))}
              {record && <UsedByList resource={resource} record={record} />}
              <Group
                ref={isNested ? keepToastsAbove : undefined}
                justify="flex-end"
                gap="sm"
                className={classes.actions}
              >
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
                <SaveButton
                  label={texts.form.save}
                  isSaving={isSaving}
                  isReadingFiles={isReadingFiles}
                  onSaveAndStay={saveAndStay}
                />
              </Group>
            </Stack>
          </form>
        </ResourceFormContext>
      </FormProvider>
    </FormPanel>
  );
};

/** Dialog that adds a copy of the record with the given id. */
export const CopyModal = <R extends Resource>({ copyOf, ...props }: FormModalProps<R> & { copyOf: string }) => {
  const { data: copy, error } = useRecordCopy(props.resource, copyOf);
  const fail = useEffectEvent((reason: Error) => {
    reportError(reason);
    props.onClose();
  });
  useEffect(() => {
    if (error) fail(error);
  }, [error]);
  return copy ? <FormModal {...props} copy={copy} /> : null;
};
