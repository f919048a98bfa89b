import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { v4 } from 'uuid';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { trackPendingFiles } from '../../ui/pending-files.ts';
import { showInfo } from '../../ui/toasts.tsx';
import { useSessionStore } from '../session-store.ts';
import { useAreDraftsStored } from '../use-unsaved-changes-guard.ts';
import {
  type Draft,
  type DraftStorage,
  deleteDraft,
  type FoundDraft,
  findDrafts,
  loadDraft,
  lockDraft,
  saveDraft,
} from './draft-store.ts';
import { useDraftStorage } from './use-draft-storage.ts';

type Values = Record<string, unknown>;

// `maxWait` saves the draft even during continuous typing.
const autosaveOptions = { delay: 500, maxWait: 2000, flushOnUnmount: true };

const reportDraftError = (error: unknown): void => console.error('Drafts cannot be stored', error);

export type RecoverableDraft = {
  savedAt: string;
  /** Null if the draft is unreadable. */
  restore: (() => Promise<void>) | null;
  discard: () => void;
};

/**
 * Stores unsaved values on this computer until they are saved or discarded, and offers an earlier draft. Call
 * `saveSoon` after every change.
 */
export const useStoredDraft = ({
  resource,
  place,
  base,
  isDirty,
  getValues,
  onRestore,
}: {
  resource: Pick<Resource, 'name'>;
  /** Id of the edited record, or the address of another form. */
  place: string;
  base: AnyRecord | null;
  isDirty: boolean;
  getValues: () => Values;
  /** Receives the draft's values and the record that they are based on; false keeps the draft. */
  onRestore: (values: Values, base: AnyRecord | null) => Promise<boolean>;
}) => {
  const storage = useDraftStorage();
  const formKey = storage && [storage.owner, resource.name, place].join(' ');
  const [id] = useState(() => v4());
  const isDiscarded = useRef(false);
  const [offered, setOffered] = useState<FoundDraft | null>(null);

  const storeDraft = useEffectEvent(async (draftId = id): Promise<void> => {
    if (isDiscarded.current || !storage || !formKey) return;
    if (!isDirty) return deleteDraft(draftId);
    const { owner, cipher } = storage;
    const savedAt = new Date().toISOString();
    try {
      await saveDraft({ id: draftId, owner, form: formKey, base, values: getValues(), savedAt }, cipher);
      useAreDraftsStored.setState(true);
    } catch (error) {
      useAreDraftsStored.setState(false);
      throw error;
    }
  });
  const saveSoon = useDebouncedCallback(() => void storeDraft().catch(reportDraftError), autosaveOptions);
  // `beforeunload` leaves the browser time to write the draft; `pagehide` fires in any case.
  useWindowEvent('beforeunload', () => saveSoon.flush());
  useWindowEvent('pagehide', () => saveSoon.flush());
  useEffect(() => lockDraft(id), [id]);
  const isExpired = useSessionStore(({ state }) => state === 'expired');
  useEffect(() => {
    // A logout in another window has deleted it.
    if (isExpired) saveSoon();
  }, [isExpired, saveSoon]);

  const loadNextDraft = useEffectEvent(async (): Promise<void> => {
    if (!storage || !formKey) return;
    const [next] = (await findDrafts(formKey, storage.cipher)).filter((draft) => draft.id !== id);
    setOffered(next ?? null);
  });
  useEffect(() => {
    if (!formKey) return;
    void loadNextDraft().catch(reportDraftError);
    // Saves anything typed before the owner and the key were known.
    saveSoon();
  }, [formKey, saveSoon]);

  const removeDraft = async (draft: FoundDraft): Promise<void> => {
    await deleteDraft(draft.id);
    await loadNextDraft();
  };
  const readDraft = async (draft: Draft, { cipher }: DraftStorage): ReturnType<typeof loadDraft> => {
    // The current values become the next draft to offer.
    if (isDirty) await storeDraft(v4());
    return loadDraft(draft, cipher);
  };
  const restore = async (draft: Draft, used: DraftStorage): Promise<void> => {
    const { values, lostFiles } = await trackPendingFiles(
      readDraft(draft, used),
      (restored) => restored.lostFiles.length === 0,
    );
    if (!(await onRestore(values, draft.base))) return;
    for (const name of lostFiles) showInfo(`Couldn’t restore ${name}. Choose it again.`);
    const restored = { ...draft, id, values: getValues(), base };
    await saveDraft(restored, used.cipher);
    await removeDraft(draft);
  };
  return {
    saveSoon,
    offered: offered && {
      savedAt: offered.savedAt,
      restore: storage && !('isUnreadable' in offered) ? () => restore(offered, storage).catch(reportDraftError) : null,
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
