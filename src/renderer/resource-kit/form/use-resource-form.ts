import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import type { FieldError } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { platform } from '../../platform/index.ts';
import { collectLocalFiles, isLocalFile } from '../../platform/local-files.ts';
import { useAnnouncement } from '../../ui/announcements.tsx';
import { showInfo, showSuccess, showSuccessWithUndo } from '../../ui/toasts.tsx';
import { useKeepFocus } from '../../ui/use-keep-focus.ts';
import { undoBulkChange } from '../bulk/bulk-change.tsx';
import { findScreens, type RecordCopy } from '../declared-screens.ts';
import { getConflictingRecord, reportError } from '../errors.ts';
import { recordQuery, useSaveRecord } from '../hooks.ts';
import { refetchAll } from '../invalidate.ts';
import { validateValue } from '../kinds/inputs.tsx';
import { queryClient } from '../query-client.ts';
import type { FormValues } from './field-props.ts';
import { getSaveErrors, showFieldErrors } from './form-errors.ts';
import { type InitialValues, toCopyValues, toFormValues } from './form-values.ts';
import { useDraft } from './use-draft.ts';
import { type MergeLists, useMergeChanges } from './use-merge-changes.ts';
import { useQueuedChange } from './use-queued-change.ts';
import { useSavedMeanwhile } from './use-saved-meanwhile.ts';
import { useSubmitAfterFiles } from './use-submit-after-files.ts';
import { useIdempotencyKey, useUploadProgress } from './use-upload-progress.ts';

/** Validates values on the client; any error prevents the request. */
export type ValidateForm = (values: FormValues, record: AnyRecord | null) => FieldError[] | Promise<FieldError[]>;

/** `id` is unknown if the server doesn't return the record; `staysOpen` if the user wants to go on editing it. */
export type SavedRecord = { id: string | undefined; staysOpen: boolean };

export const useResourceForm = <R extends Resource>({
  resource,
  record,
  copy,
  queuedId,
  initialValues,
  validate,
  mergeLists,
  canWait = true,
  onSaved,
}: {
  resource: R;
  record: AnyRecord | null;
  /** Values of a new record that is a copy of another one. */
  copy?: RecordCopy | undefined;
  /** Id of the waiting change that creates the record. */
  queuedId?: string | undefined;
  initialValues?: InitialValues;
  validate?: ValidateForm;
  mergeLists?: MergeLists;
  /** Whether a save may wait for the server. Otherwise it fails. */
  canWait?: boolean;
  /** Not called if the user has left the form meanwhile. */
  onSaved: (saved: SavedRecord) => void;
}) => {
  const [base, setBase] = useState(record);
  const [isSending, setIsSending] = useState(false);
  const [defaultValues] = useState(() =>
    copy ? toCopyValues(resource, copy, initialValues) : toFormValues(resource, record, initialValues),
  );
  const form = useForm<FormValues>({ defaultValues });
  const save = useSaveRecord(resource);
  useAnnouncement(isSending ? 'Saving…' : undefined);
  useKeepFocus(isSending);
  const { progress: uploadProgress, start: startUpload, end: endUpload } = useUploadProgress();
  const idempotency = useIdempotencyKey();
  const staysOpen = useRef(false);
  const isStaySubmit = useRef(false);
  const uploadRef = useRef<AbortController>(null);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      for (const file of collectLocalFiles(form.getValues())) platform.files.release(file);
    };
  }, [form]);
  useEffect(() => {
    // A failed import is retried, and reported, on save.
    findScreens(resource.name)
      ?.prepare?.()
      .catch(() => undefined);
  }, [resource]);
  const finish = (saved: SavedRecord): void => {
    draft.discard();
    if (isOpen.current) onSaved(saved);
  };

  const rebase = (theirs: AnyRecord, values: FormValues) => {
    for (const [name, value] of Object.entries(form.getValues())) {
      if (isLocalFile(value) && values[name] !== value) platform.files.release(value);
    }
    setBase(theirs);
    form.reset({ ...values, ...toFormValues(resource, theirs, initialValues) });
    for (const [name, value] of Object.entries(values)) form.setValue(name, value, { shouldDirty: true });
  };

  /** Starts over from the record as the server saved it. Returns false if it can't be loaded. */
  const continueWith = async (id: string, version: unknown): Promise<boolean> => {
    const saved: AnyRecord | null = await queryClient.fetchQuery(recordQuery(resource, id)).catch(() => null);
    // While the server can't be reached, the stored response may be that of an earlier version.
    if (!saved || Number(saved.version) < Number(version)) return false;
    for (const file of collectLocalFiles(form.getValues())) platform.files.release(file);
    setBase(saved);
    form.reset(toFormValues(resource, saved, initialValues));
    return true;
  };

  const { openMerge, mergeChanges, restoreDraft } = useMergeChanges({
    resource,
    base,
    form,
    initialValues,
    mergeLists,
  });
  // Merges the user's changes with those saved meanwhile and asks about conflicts.
  const mergeAndSend = (theirs: AnyRecord): void =>
    mergeChanges(theirs, (values) => {
      rebase(theirs, values);
      void submitOnce(values, theirs);
    });

  const queued = useQueuedChange({
    resource,
    record: base,
    queuedId,
    form,
    onRestore: restoreDraft,
    onErrors: (errors) => showFieldErrors(form, { errors, type: 'server' }),
  });
  // A waiting change is stored already.
  const isDirty = form.formState.isDirty && !queued.isUnedited;
  const draft = useDraft({
    resource,
    record: base,
    form,
    isDirty,
    onRestore: restoreDraft,
  });

  const savedMeanwhile = useSavedMeanwhile({
    resource,
    base,
    form,
    initialValues,
    isPaused: isSending,
    onUpdate: rebase,
    onCompare: (theirs, mine, differences) => {
      if (!base) return;
      const onMerge = (values: FormValues) => rebase(theirs, values);
      void openMerge({ base, theirs, mine, differences, actionLabel: 'Update form', onMerge });
    },
  });

  const leaveQueued = (): void => {
    showInfo('Saved on this computer. It will be sent when the server can be reached.');
    finish({ id: undefined, staysOpen: false });
  };

  /** Sends the values, or queues them. Returns what follows when the fields can be used again. */
  const send = async (values: FormValues, existing: AnyRecord | null, signal: AbortSignal) => {
    const sent = existing ? { ...values, version: existing.version } : values;
    const idempotencyKey = queued.getKey(existing?.version) ?? idempotency.getKey(sent);
    const change = { record: existing, values, idempotencyKey };
    let response: Awaited<ReturnType<typeof save.mutateAsync>>;
    try {
      if (canWait && (await queued.beforeSend(change))) return leaveQueued;
      response = await save.mutateAsync({
        id: existing?._id,
        values: sent,
        onProgress: startUpload(collectLocalFiles(values)),
        signal,
        headers: { 'idempotency-key': idempotencyKey },
      });
    } catch (error) {
      const theirs = getConflictingRecord(error);
      if (signal.aborted) return () => showInfo('Upload cancelled. Nothing was saved.');
      if (canWait && (await queued.afterFailure(error, change))) return leaveQueued;
      if (theirs && isOpen.current) return () => mergeAndSend(theirs);
      return () => {
        showFieldErrors(form, { errors: getSaveErrors(error, form.getValues()), type: 'server' });
        reportError(error);
      };
    }
    idempotency.clear();
    await queued.afterSave();
    const { message, data, notices = [] } = response;
    const changeId = data?.changeId;
    if (changeId === undefined) showSuccess(message);
    else showSuccessWithUndo(message ?? 'Saved', () => void undoBulkChange(changeId, { refetch: refetchAll }));
    for (const notice of notices) showInfo(notice);
    if (!existing || !staysOpen.current) return () => finish({ id: data?._id, staysOpen: staysOpen.current });
    if (await continueWith(existing._id, data?.version)) return undefined;
    return () => {
      showInfo('The form was closed, because the saved version couldn’t be loaded.');
      finish({ id: existing._id, staysOpen: false });
    };
  };

  const submitOnce = async (values: FormValues, existing: AnyRecord | null): Promise<void> => {
    if (uploadRef.current) return;
    uploadRef.current = new AbortController();
    // Until the end, so that nothing is typed that isn't sent.
    setIsSending(true);
    const proceed = await send(values, existing, uploadRef.current.signal).finally(() => {
      uploadRef.current = null;
      endUpload();
      // A disabled field can't take the focus.
      flushSync(() => setIsSending(false));
    });
    proceed?.();
  };

  const submit = async (values: FormValues): Promise<void> => {
    const errors = (await validate?.(values, base)) ?? [];
    if (errors.length > 0) showFieldErrors(form, { errors, type: 'client' });
    else await submitOnce(values, base);
  };

  // A submit clears the errors that fields reported themselves, even if another field prevents it.
  const restoreErrors = () => {
    for (const [name, field] of Object.entries(resource.fields)) {
      const message = validateValue(field, form.getValues(name));
      if (message) form.setError(name, { type: 'client', message });
    }
  };
  const { isReadingFiles, submit: submitAfterFiles } = useSubmitAfterFiles(
    form,
    form.handleSubmit(submit, restoreErrors),
  );

  return {
    form,
    record: base,
    fileSource: base ?? copy?.source ?? null,
    uploadProgress,
    progress: uploadProgress?.fraction ?? null,
    isSaving: isSending,
    isReadingFiles,
    isDirty,
    queued: queued.shown,
    draft,
    savedMeanwhile,
    submit: (event: SubmitEvent) => {
      // React passes on the submit of a dialog that an input of this form has opened.
      if (event.target !== event.currentTarget) return undefined;
      staysOpen.current = isStaySubmit.current;
      return submitAfterFiles(event);
    },
    /** Submits the form and keeps it open. */
    saveAndStay: (formElement: HTMLFormElement | null) => {
      isStaySubmit.current = true;
      formElement?.requestSubmit();
      isStaySubmit.current = false;
    },
    cancelUpload: () => uploadRef.current?.abort(),
  };
};
