import { Box, Button, Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { texts } from '#shared/texts.ts';
import { keepToastsAbove } from '../../ui/keep-toasts-above.ts';
import { formatUploadProgress, ProgressBar } from '../../ui/progress-bar.tsx';
import { createSaveKeyHandler } from '../../ui/shortcuts.ts';
import type { RecordCopy } from '../declared-screens.ts';
import { setRelatedRecord } from '../kinds/related-record.tsx';
import { UsedByCard } from '../list/used-by-card.tsx';
import { useOpenForm } from '../open-page.ts';
import { fillPathWithRecord } from '../record-paths.ts';
import { useUnsavedChangesGuard } from '../use-unsaved-changes-guard.ts';
import { AddAnotherCheckbox, type AddAnotherState, SaveButton } from './form-actions.tsx';
import { ResourceFormContext } from './form-context.ts';
import { FormHeader } from './form-header.tsx';
import { ErrorSummary, FormNotices } from './form-notices.tsx';
import classes from './form-page.module.css';
import type { InitialValues } from './form-values.ts';
import type { MergeLists } from './use-merge.ts';
import { type SavedRecord, useResourceForm, type ValidateForm } from './use-resource-form.ts';

setRelatedRecord(async () => (await import('./related-record.tsx')).RelatedRecord);

export type FormPageProps<R extends Resource> = {
  resource: R;
  /** Default: "Add" or "Edit" and the label of the resource. */
  title?: string;
  /** Record to edit if its id is not in the path. */
  id?: string;
  /** Default: the ids in the path, as a child belongs to its parent. */
  initialValues?: InitialValues;
  validate?: ValidateForm;
  mergeLists?: MergeLists;
  /** Target of Cancel and a successful save. Default: the list as the user left it. */
  listPath?: string;
  saveLabels?: { add: string; edit: string };
  /** Labels of values that aren't fields of the resource, for the summary of errors. */
  extraLabels?: Readonly<Record<string, string>>;
  content: ReactNode;
  sidebar?: ReactNode;
  fullWidth?: ReactNode;
};

type RecordFormProps<R extends Resource> = FormPageProps<R> & {
  record: AnyRecord | null;
  copy?: RecordCopy;
  /** Id of the waiting change that creates the record. */
  queuedId?: string;
  addAnother: AddAnotherState;
  title: string;
  returnTo: string;
};

/** Form of a page, for a new record or an existing one. */
export const RecordForm = <R extends Resource>(props: RecordFormProps<R>) => {
  const { resource, record, addAnother, title, returnTo, saveLabels } = props;
  const navigate = useNavigate();
  const { state } = useLocation();
  const openSaved = ({ id, staysOpen }: SavedRecord) => {
    const { edit } = screenPaths(resource.paths);
    if (!staysOpen && !record && addAnother.isChecked) return addAnother.startNext();
    allowLeaving();
    if (!staysOpen || id === undefined || !edit) return navigate(returnTo);
    const path = fillPathWithRecord(edit, { ...resourceForm.form.getValues(), _id: id });
    return navigate(path, { replace: true, state });
  };
  const resourceForm = useResourceForm({ ...props, onSaved: (saved) => void openSaved(saved) });
  const { form, isSaving, isReadingFiles, progress, uploadProgress, fileSource } = resourceForm;
  const allowLeaving = useUnsavedChangesGuard(resourceForm.isDirty, resourceForm.draft.discard);
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const isNext = addAnother.formKey > 0;
    if (isNext) root.current?.querySelector<HTMLElement>('input, textarea, [contenteditable]')?.focus();
  }, [addAnother.formKey]);
  const saveAndStay = () => resourceForm.saveAndStay(root.current);
  useOpenForm({ resource, record: resourceForm.record, form, isSaving, saveAndStay, formRef: root });
  return (
    <FormProvider {...form}>
      <ResourceFormContext value={{ resource, record: resourceForm.record, fileSource, isSaving, progress }}>
        <form
          ref={root}
          noValidate
          onSubmit={resourceForm.submit}
          onKeyDown={createSaveKeyHandler({ onStay: saveAndStay })}
          className={classes.page}
          aria-label={title}
        >
          <div className={classes.header}>
            <FormHeader
              resource={resource}
              record={record}
              title={title}
              isDirty={resourceForm.isDirty}
              formRef={root}
              hasSections={Boolean(props.sidebar ?? props.fullWidth)}
              back={{ label: `Back to ${inSentence(resource.labelPlural)}`, to: returnTo }}
            />
          </div>
          <div className={classes.body}>
            <FormNotices
              resource={resource}
              savedMeanwhile={resourceForm.savedMeanwhile}
              queued={resourceForm.queued}
              draft={resourceForm.draft.offered}
            />
            <div className={classes.columns}>
              <div className={classes.column}>{props.content}</div>
              <div className={classes.column}>{props.sidebar}</div>
              {props.fullWidth && <div className={classes.wide}>{props.fullWidth}</div>}
            </div>
            {record && <UsedByCard resource={resource} record={record} />}
          </div>
          <footer ref={keepToastsAbove} className={classes.footer}>
            <Group justify="flex-end" gap={12}>
              <ErrorSummary formRef={root} extraLabels={props.extraLabels} />
              {uploadProgress && (
                <Box flex={1} miw="12rem" maw="24rem" me="auto">
                  <ProgressBar
                    label="Uploading files"
                    text={formatUploadProgress(uploadProgress)}
                    value={uploadProgress.fraction}
                  />
                </Box>
              )}
              {!record && !resource.isSingleton && progress === null && (
                <AddAnotherCheckbox addAnother={addAnother} isDisabled={isSaving} />
              )}
              {uploadProgress ? (
                <Button
                  // The upload is complete, so the server will save the record.
                  disabled={uploadProgress.fraction >= 1}
                  onClick={resourceForm.cancelUpload}
                >
                  Cancel upload
                </Button>
              ) : (
                <Button component={Link} to={returnTo}>
                  {texts.form.cancel}
                </Button>
              )}
              <SaveButton
                label={saveLabels?.[record ? 'edit' : 'add'] ?? texts.form.save}
                isSaving={isSaving}
                isReadingFiles={isReadingFiles}
                onSaveAndStay={saveAndStay}
              />
            </Group>
          </footer>
        </form>
      </ResourceFormContext>
    </FormProvider>
  );
};
