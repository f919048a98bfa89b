import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { v4 } from 'uuid';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { platform } from '../../platform/index.ts';
import { trackPendingFiles } from '../../ui/pending-files.ts';
import { showInfo } from '../../ui/toasts.tsx';
import { useSession } from '../session-store.ts';
import {
  type Draft,
  deleteDraft,
  deleteDraftsByOwner,
  findDrafts,
  loadDraft,
  lockDraft,
  saveDraft,
} from './draft-store.ts';
import type { FormValues } from './field-props.ts';
import { serializeValues } from './form-values.ts';

// `maxWait` saves the draft even during continuous typing.
const autosaveOptions = { delay: 500, maxWait: 2000, flushOnUnmount: true };

// Keeps the first owner: `appInfo` reports a new server shortly before the page reloads for it.
const useOwner = (): string | undefined => {
  const session = useSession();
  const appInfo = useQuery({ queryKey: ['appInfo'], queryFn: () => platform.appInfo() });
  const [owner, setOwner] = useState<string>();
  if (owner === undefined && session && appInfo.data) setOwner(`${appInfo.data.server} ${session.userId}`);
  return owner;
};

/** Returns a function that deletes all drafts of the signed-in user. */
export const useDeleteDrafts = (): (() => Promise<void>) => {
  const owner = useOwner();
  return async () => {
    // A database error must not block the sign-out.
    if (owner) await deleteDraftsByOwner(owner).catch(reportDraftError);
  };
};

const reportDraftError = (error: unknown): void => console.error('Drafts cannot be stored', error);

export type RecoverableDraft = { savedAt: string; restore: () => Promise<void>; discard: () => void };

/**
 * Stores a form's unsaved values on this computer until they are saved or discarded, and offers an earlier draft.
 * `onRestore` receives the draft's values and the record that they are based on.
 */
export const useDraft = ({
  resource,
  record,
  form,
  isDirty,
  onRestore,
}: {
  resource: Resource;
  record: AnyRecord | null;
  form: UseFormReturn<FormValues>;
  isDirty: boolean;
  onRestore: (values: FormValues, base: AnyRecord | null) => Promise<boolean>;
}) => {
  const owner = useOwner();
  const { pathname } = useLocation();
  const formKey = owner && [owner, resource.name, record?._id ?? pathname].join(' ');
  const [id] = useState(() => v4());
  const isDiscarded = useRef(false);
  const [offered, setOffered] = useState<Draft | null>(null);

  const storeDraft = useEffectEvent(async (draftId = id): Promise<void> => {
    if (isDiscarded.current || !owner || !formKey) return;
    const draft = {
      id: draftId,
      owner,
      form: formKey,
      base: record,
      values: serializeValues(form.getValues()),
    };
    if (!isDirty) await deleteDraft(draftId);
    else await saveDraft({ ...draft, savedAt: new Date().toISOString() });
  });
  const saveSoon = useDebouncedCallback(() => void storeDraft().catch(reportDraftError), autosaveOptions);
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => saveSoon() }),
    [form, saveSoon],
  );
  // `beforeunload` leaves the browser time to write the draft; `pagehide` fires in any case.
  useWindowEvent('beforeunload', () => saveSoon.flush());
  useWindowEvent('pagehide', () => saveSoon.flush());
  useEffect(() => lockDraft(id), [id]);

  const loadNextDraft = useEffectEvent(async (): Promise<void> => {
    if (!formKey) return;
    const [next] = (await findDrafts(formKey)).filter((draft) => draft.id !== id);
    setOffered(next ?? null);
  });
  useEffect(() => {
    if (!formKey) return;
    void loadNextDraft().catch(reportDraftError);
    // Saves anything typed before the owner was known.
    saveSoon();
  }, [formKey, saveSoon]);

  const removeDraft = async (draft: Draft): Promise<void> => {
    await deleteDraft(draft.id);
    await loadNextDraft();
  };
  const readDraft = async (draft: Draft): ReturnType<typeof loadDraft> => {
    // The current values become the next draft to offer.
    if (isDirty) await storeDraft(v4());
    return loadDraft(draft);
  };
  const restore = async (draft: Draft): Promise<void> => {
    const { values, lostFiles } = await trackPendingFiles(
      readDraft(draft),
      (restored) => restored.lostFiles.length === 0,
    );
    if (!(await onRestore(values, draft.base))) return;
    for (const name of lostFiles) showInfo(`Couldn’t restore ${name}. Choose it again.`);
    await saveDraft({ ...draft, id, values: serializeValues(form.getValues()), base: record });
    await removeDraft(draft);
  };
  return {
    offered: offered && {
      savedAt: offered.savedAt,
      restore: () => restore(offered).catch(reportDraftError),
      discard: () => void removeDraft(offered).catch(reportDraftError),
    },
    /** Call after a save or when the user discards the changes. */
    discard: (): void => {
      isDiscarded.current = true;
      saveSoon.cancel();
      void deleteDraft(id).catch(reportDraftError);
    },
  };
};
