import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import type { FieldError } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { platform } from '../../platform/index.ts';
import { collectLocalFiles } from '../../platform/local-files.ts';
import { useAnnouncement } from '../../ui/announcements.tsx';
import { hasPendingFiles, waitForPendingFiles } from '../../ui/pending-files.ts';
import { showInfo } from '../../ui/toasts.tsx';
import { useBusy, useExclusive } from '../../ui/use-busy.ts';
import type { SaveResponse } from '../client.ts';
import { findScreens, type RecordCopy } from '../declared-screens.ts';
import { getConflictingRecord, reportError } from '../errors.ts';
import { recordQuery } from '../hooks.ts';
import { validateValue } from '../kinds/inputs.tsx';
import { newRecord, openRecordParam } from '../list-params.ts';
import { invalidateResource, queryClient } from '../query-client.ts';
import { isSame } from '../save/merge.ts';
import { createFormSession } from '../save/save-session.ts';
import { useDraft } from '../save/use-draft.tsx';
import { savedHereText } from '../save/waiting-saves.ts';
import { type FormValues, type InitialValues, serializeValues, toCopyValues, toFormValues } from './form-values.ts';
import { areShownAtFields, getSaveErrors, showFieldErrors, showSaved } from './save-results.ts';
import { useHeldSave } from './use-held-save.ts';
import { type MergeLists, useMerge, useSavedMeanwhile } from './use-merge.ts';

/** Validates values on the client; any error prevents the request. */
export type ValidateForm = (values: FormValues, record: AnyRecord | null) => FieldError[] | Promise<FieldError[]>;

/** `id` is unknown if the server doesn't return the record; `staysOpen` if the user wants to go on editing it. */
export type SavedRecord = { id: string | undefined; staysOpen: boolean };

const typedMeanwhileText = 'What you typed during the save isn’t saved yet. Save again to keep it.';
const typedWithoutIdText = 'Saved without what you typed meanwhile. Open it from the list to add that.';

/** Address at which the form opens again. */
const useFormPath = (resource: Resource): string => {
  const { pathname, search } = useLocation();
  const isPage = screenPaths(resource.paths).add !== undefined || resource.isSingleton;
  if (isPage) return pathname + search;
  const parameters = new URLSearchParams(search);
  parameters.set(openRecordParam, newRecord);
  return `${pathname}?${parameters}`;
};

const loadRecord = async (resource: Resource, id: string, version: unknown): Promise<AnyRecord | null> => {
  const record: AnyRecord | null = await queryClient.fetchQuery(recordQuery(resource, id)).catch(() => null);
  // While the server can't be reached, the stored response may be that of an earlier version.
  return record && !(Number(record.version) < Number(version)) ? record : null;
};

export const useResourceForm = <R extends Resource>(options: {
  resource: R;
  record: AnyRecord | null;
  /** Values of a new record that is a copy of another one. */
  copy?: RecordCopy | undefined;
  /** Id of the waiting save that creates the record. */
  queuedId?: string | undefined;
  initialValues?: InitialValues;
  validate?: ValidateForm;
  mergeLists?: MergeLists;
  /** Whether a save may wait for the server. Otherwise it fails. */
  canWait?: boolean;
  /** Not called if the user has left the form meanwhile. */
  onSaved: (saved: SavedRecord) => void;
}) => {
  const { resource, record, copy, queuedId, initialValues, validate, mergeLists, canWait = true, onSaved } = options;
  const [base, setBase] = useState(record);
  const [defaultValues] = useState(() =>
    copy ? toCopyValues(resource, copy, initialValues) : toFormValues(resource, record, initialValues),
  );
  const form = useForm<FormValues>({ defaultValues });
  const path = useFormPath(resource);
  const { pathname } = useLocation();
  const [session] = useState(() => createFormSession(resource, { canWait }));
  const { step, upload } = useStore(session.store);
  const isSaving = step === 'storing' || step === 'sending' || step === 'saved';
  useAnnouncement(isSaving ? 'Saving…' : undefined);
  const formRef = useRef<HTMLFormElement>(null);
  const staysOpen = useRef(false);
  const isStaySubmit = useRef(false);
  const isOpen = useRef(false);
  /** Releases the form's files, except for those that it goes on showing. */
  const releaseFiles = (kept: FormValues = {}): void => {
    const ids = new Set(collectLocalFiles(kept).map(({ id }) => id));
    for (const file of collectLocalFiles(form.getValues())) if (!ids.has(file.id)) platform.files.release(file);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form opens and closes
  useEffect(() => {
    isOpen.current = true;
    session.open();
    return () => {
      isOpen.current = false;
      session.close();
      releaseFiles();
    };
  }, [session]);
  useEffect(() => {
    // A failed import is retried, and reported, on save.
    findScreens(resource.name)
      ?.prepare?.()
      .catch(() => undefined);
  }, [resource]);

  /** Continues from another version of the record, with some of the form's values. */
  const rebase = (theirs: AnyRecord, values: FormValues): void => {
    releaseFiles({ theirs, values });
    setBase(theirs);
    form.reset({ ...values, ...toFormValues(resource, theirs, initialValues) });
    for (const [name, value] of Object.entries(values)) form.setValue(name, value, { shouldDirty: true });
  };
  const getMine = () => serializeValues(form.getValues());
  const merge = useMerge({ resource, form, initialValues, mergeLists });

  const restore = async (values: FormValues, restoredBase: AnyRecord | null): Promise<boolean> => {
    const names = Object.keys(form.getValues()).filter((name) => name in values);
    const mine = { ...getMine(), ...Object.fromEntries(names.map((name) => [name, values[name]])) };
    // Some servers' records have no version, and lists aren't part of it: compare values instead.
    const isSameVersion = !mergeLists && base?.version !== undefined && base.version === restoredBase?.version;
    const merged =
      !base || !restoredBase || isSameVersion
        ? mine
        : await merge(
            { base: restoredBase, theirs: base, mine },
            { actionLabel: 'Restore merged version', asks: 'ifTheirsChanged' },
          );
    for (const name of merged ? names : []) form.setValue(name, merged?.[name], { shouldDirty: true });
    return merged !== null;
  };

  const held = useHeldSave({
    resource,
    session,
    form,
    recordKey: base?._id ?? queuedId,
    onRestore: restore,
    onErrors: (errors) => showFieldErrors(form, { errors, type: 'server' }),
  });
  // A waiting save is stored already.
  const isDirty = form.formState.isDirty && !held.isUnedited;
  const draft = useDraft({
    resource: resource.name,
    place: base?._id ?? pathname,
    base,
    isDirty,
    getValues: getMine,
    onRestore: restore,
  });
  const { saveSoon } = draft;
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => saveSoon() }), [form, saveSoon]);

  const savedMeanwhile = useSavedMeanwhile({
    resource,
    base,
    isDirty: form.formState.isDirty,
    isPaused: isSaving,
    onUpdate: async (theirs, asks) => {
      if (!base || !form.formState.isDirty) return rebase(theirs, {});
      const merged = await merge({ base, theirs, mine: getMine() }, { actionLabel: 'Update form', asks });
      if (merged) rebase(theirs, merged);
    },
  });

  const close = (saved: SavedRecord): void => {
    draft.discard();
    if (isOpen.current) onSaved(saved);
  };

  /** Merges the user's changes with those saved meanwhile, and saves the result. */
  const mergeAndSave = async (theirs: AnyRecord): Promise<void> => {
    // A record that was added meanwhile is compared with an empty form.
    const empty = { ...theirs, ...toFormValues(resource, null, initialValues), version: 0 };
    const merged = await merge(
      { base: base ?? empty, theirs, mine: getMine() },
      { actionLabel: 'Save merged version', asks: 'ifTheirsChanged' },
    );
    if (!merged) return;
    rebase(theirs, merged);
    await save(merged, theirs);
  };

  const save = async (values: FormValues, existing: AnyRecord | null): Promise<void> => {
    const sent = serializeValues(values);
    // The fields stay enabled: values typed during a save belong to the next one.
    const getTyped = (): FormValues =>
      Object.fromEntries(Object.entries(form.getValues()).filter(([name, value]) => !isSame(value, sent[name])));
    const hasTyped = () => isOpen.current && Object.keys(getTyped()).length > 0;
    /** `typed`: the form stays open with what the user typed meanwhile. */
    let next = 'close' as 'close' | 'stay' | 'typed';
    const reload = async ({ data }: SaveResponse): Promise<void> => {
      await invalidateResource(resource.name);
      const id = existing?._id ?? data?._id;
      const isStaying = existing !== null && staysOpen.current;
      if (!isStaying && !hasTyped()) return;
      const loaded = id === undefined ? null : await loadRecord(resource, id, data?.version);
      next = hasTyped() ? 'typed' : loaded ? 'stay' : 'close';
      if (loaded) rebase(loaded, getTyped());
      // Without it, the next save would create the record again.
      else if (next === 'typed' && !existing && data)
        rebase({ createdAt: '', updatedAt: '', ...sent, ...data }, getTyped());
    };
    const result = await session.save({ record: existing, values, path }, reload);
    if (!result) return;
    if (result.step === 'waiting') {
      showInfo(savedHereText);
      if (hasTyped()) {
        session.markEdited();
        return showInfo(typedMeanwhileText);
      }
      session.release();
      return close({ id: undefined, staysOpen: false });
    }
    if (result.step === 'saved') {
      showSaved(result.response);
      const hasId = existing !== null || result.response.data !== undefined;
      if (next === 'typed') return showInfo(hasId ? typedMeanwhileText : typedWithoutIdText);
      if (next === 'stay') return;
      if (!existing || !staysOpen.current)
        return close({ id: result.response.data?._id, staysOpen: staysOpen.current });
      showInfo('The form was closed, because the saved version couldn’t be loaded.');
      return close({ id: existing._id, staysOpen: false });
    }
    const { error } = result;
    if (result.step === 'editing' && result.isCancelled) return showInfo('Upload cancelled. Nothing was saved.');
    const theirs = getConflictingRecord(error);
    if (theirs && isOpen.current) return mergeAndSave(theirs);
    const errors = getSaveErrors(error, form.getValues());
    showFieldErrors(form, { errors, type: 'server' });
    if (!areShownAtFields(form, errors)) reportError(error);
  };

  const submit = async (values: FormValues): Promise<void> => {
    const errors = (await validate?.(values, base)) ?? [];
    if (errors.length > 0) showFieldErrors(form, { errors, type: 'client' });
    else await save(values, base);
  };
  // A submit clears the errors that fields reported themselves, even if another field prevents it.
  const restoreErrors = () => {
    for (const [name, value] of Object.entries(form.getValues())) {
      const field = resource.fields[name];
      const message = field && validateValue(field, value);
      if (message) form.setError(name, { type: 'client', message });
    }
  };
  const [isReadingFiles, track] = useBusy();
  const runOnce = useExclusive();
  /** Submits the form after its files have been read, or not at all if one of them was rejected. */
  const submitAfterFiles = async (event: SubmitEvent): Promise<void> => {
    if (!hasPendingFiles() || (await track(waitForPendingFiles())))
      return form.handleSubmit(submit, restoreErrors)(event);
    const invalid = Object.keys(form.getValues()).find((name) => form.getFieldState(name).error?.type === 'file');
    if (invalid) form.setFocus(invalid);
  };

  return {
    form,
    formRef,
    /** For the inputs. */
    inputForm: {
      resource,
      record: base,
      fileSource: base ?? copy?.source ?? null,
      isSaving,
      progress: upload?.fraction ?? null,
    },
    upload,
    isSaving,
    isReadingFiles,
    isDirty,
    queued: held.shown,
    draft,
    savedMeanwhile,
    submit: (event: SubmitEvent) => {
      // React passes on the submit of a dialog that an input of this form has opened.
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      staysOpen.current = isStaySubmit.current;
      void runOnce(() => submitAfterFiles(event));
    },
    /** Submits the form and keeps it open. */
    saveAndStay: () => {
      isStaySubmit.current = true;
      formRef.current?.requestSubmit();
      isStaySubmit.current = false;
    },
    cancelUpload: session.cancel,
  };
};

export type ResourceForm = ReturnType<typeof useResourceForm>;
