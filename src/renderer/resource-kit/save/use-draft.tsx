import { Button } from '@mantine/core';
import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks';
import { IconPencilExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { v4 } from 'uuid';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { formatDateTime } from '../../ui/format.ts';
import { WarningBanner } from '../../ui/inline-alert.tsx';
import { trackPendingFiles } from '../../ui/pending-files.ts';
import { showInfo } from '../../ui/toasts.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { useOnChange } from '../../ui/use-on-change.ts';
import { useSessionStore, useUserId } from '../session-store.ts';
import { onStoreDrafts, useAreDraftsStored } from '../use-unsaved-changes-guard.ts';
import { type ClientStorage, getStorage } from './client-store.ts';
import {
  type Draft,
  deleteSave,
  type FoundDraft,
  findDrafts,
  loadValues,
  lockSave,
  saveDraft,
} from './stored-saves.ts';

type Values = Record<string, unknown>;

// `maxWait` saves the draft even during continuous typing.
const autosaveOptions = { delay: 500, maxWait: 2000, flushOnUnmount: true };

const reportDraftError = (error: unknown): void => console.error('Drafts cannot be stored', error);

/** The storage of the signed-in user; undefined until the server has sent the key. */
export const useClientStorage = (): ClientStorage | undefined => {
  const userId = useUserId();
  const { data } = useQuery({
    queryKey: ['clientStorage', userId],
    queryFn: getStorage,
    enabled: userId !== '',
    staleTime: Number.POSITIVE_INFINITY,
    // An unreachable server has the key when it is back.
    retry: true,
  });
  const [storage, setStorage] = useState<ClientStorage>();
  // Keeps the cipher, with which a form stores its values even when the session has ended.
  if (storage === undefined && data !== undefined) setStorage(data);
  return storage;
};

/** The readable drafts of the signed-in user that aren't open anywhere, newest first. */
export const useDrafts = () => {
  const storage = useClientStorage();
  return useQuery({
    queryKey: ['drafts', storage?.owner],
    queryFn: async (): Promise<Draft[]> =>
      storage ? (await findDrafts(storage)).flatMap((draft) => ('isUnreadable' in draft ? [] : draft)) : [],
    enabled: storage !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
};

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
export const useDraft = ({
  resource,
  place,
  base,
  isDirty,
  getValues,
  onRestore,
}: Pick<Draft, 'resource' | 'place' | 'base'> & {
  isDirty: boolean;
  getValues: () => Values;
  /** Receives the draft's values and the record that they are based on; false keeps the draft. */
  onRestore: (values: Values, base: AnyRecord | null) => Promise<boolean>;
}) => {
  const storage = useClientStorage();
  const [id] = useState(() => v4());
  const [offered, setOffered] = useState<FoundDraft | null>(null);
  const isEnded = useRef(false);

  const store = useEffectEvent(async (draftId = id): Promise<void> => {
    if (isEnded.current || !storage) return;
    if (!isDirty) return deleteSave(draftId);
    const savedAt = new Date().toISOString();
    try {
      await saveDraft(storage, { id: draftId, savedAt, resource, place, base, values: getValues() });
      useAreDraftsStored.setState(true);
    } catch (error) {
      useAreDraftsStored.setState(false);
      throw error;
    }
  });
  const saveSoon = useDebouncedCallback(() => void store().catch(reportDraftError), autosaveOptions);
  // `beforeunload` leaves the browser time to write the draft; `pagehide` fires in any case.
  useWindowEvent('beforeunload', () => saveSoon.flush());
  useWindowEvent('pagehide', () => saveSoon.flush());
  useEffect(() => onStoreDrafts(() => store()), []);
  useEffect(() => lockSave(id), [id]);
  const isExpired = useSessionStore(({ state }) => state === 'expired');
  useEffect(() => {
    // A logout in another window has deleted it.
    if (isExpired) saveSoon();
  }, [isExpired, saveSoon]);

  const offerNext = useEffectEvent(async (): Promise<void> => {
    if (!storage) return;
    const [next] = (await findDrafts(storage, { resource, place })).filter((draft) => draft.id !== id);
    setOffered(next ?? null);
  });
  useEffect(() => {
    if (!storage) return;
    void offerNext().catch(reportDraftError);
    // Saves anything typed before the owner and the key were known.
    saveSoon();
  }, [storage, saveSoon]);

  const remove = async (draft: FoundDraft): Promise<void> => {
    await deleteSave(draft.id);
    await offerNext();
  };
  const restore = async (draft: Draft, used: ClientStorage): Promise<void> => {
    const read = async () => {
      // The current values become the next draft to offer.
      if (isDirty) await store(v4());
      return loadValues(draft.values, used);
    };
    const { values, lostFiles } = await trackPendingFiles(read(), (restored) => restored.lostFiles.length === 0);
    if (!(await onRestore(values, draft.base))) return;
    for (const name of lostFiles) showInfo(`Couldn’t restore ${name}. Choose it again.`);
    await saveDraft(used, { ...draft, id, base, place, values: getValues() });
    await remove(draft);
  };
  return {
    saveSoon,
    offered: offered && {
      savedAt: offered.savedAt,
      restore: storage && !('isUnreadable' in offered) ? () => restore(offered, storage).catch(reportDraftError) : null,
      discard: () => void remove(offered).catch(reportDraftError),
    },
    /** Call when the values are saved, or the user discards them. */
    discard: (): void => {
      isEnded.current = true;
      saveSoon.cancel();
      void deleteSave(id).catch(reportDraftError);
    },
  };
};

/** A text that is stored on this computer until it is sent, and restored when its box opens again. */
export const useUnsentText = <Value extends { text: string }>({
  initial,
  ...form
}: Pick<Draft, 'resource' | 'place'> & { initial: Value }) => {
  const [value, setValue] = useState(initial);
  const latest = useRef(initial);
  const isDirty = value.text.trim() !== initial.text.trim();
  const change = (next: Value) => {
    latest.current = next;
    setValue(next);
  };
  const { offered, saveSoon, discard } = useDraft({
    ...form,
    base: null,
    isDirty,
    getValues: () => latest.current,
    onRestore: async (values) => {
      change({ ...initial, ...values });
      return true;
    },
  });
  useOnChange([value], () => saveSoon());
  const restore = useEffectEvent(() => {
    if (!isDirty) void offered?.restore?.();
  });
  const canRestore = Boolean(offered?.restore);
  useEffect(() => {
    if (canRestore) restore();
  }, [canRestore]);
  return { value, change, discard, unreadableDraft: canRestore ? null : offered };
};

const notStoredText =
  'Can’t keep your unsaved changes on this computer, because its storage is full or blocked. Save before you leave.';

const getMessage = ({ savedAt, restore }: RecoverableDraft): string =>
  restore
    ? `You have unsaved changes from ${formatDateTime(savedAt)}`
    : `Can’t read your unsaved changes from ${formatDateTime(savedAt)}. They’re damaged, or the server’s key has changed.`;

export const DraftBanner = ({ draft }: { draft: RecoverableDraft | null }) => {
  const [isBusy, track] = useBusy();
  const areStored = useAreDraftsStored();
  const restore = draft?.restore;
  return (
    <div role="status" style={draft || !areStored ? undefined : { display: 'contents' }}>
      {!areStored && <WarningBanner Icon={IconPencilExclamation} text={notStoredText} mb="md" />}
      {draft && (
        <WarningBanner Icon={IconPencilExclamation} text={getMessage(draft)} mb="md">
          {restore && (
            <Button size="compact-sm" disabled={isBusy} onClick={() => void track(restore())}>
              Restore
            </Button>
          )}
          <Button size="compact-sm" disabled={isBusy} onClick={draft.discard}>
            Discard
          </Button>
        </WarningBanner>
      )}
    </div>
  );
};
