import { v4 } from 'uuid';
import { createStore } from 'zustand/vanilla';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { collectLocalFiles } from '../../platform/local-files.ts';
import { isServerReachable } from '../../platform/platform.ts';
import { useServerStatus } from '../../platform/server.ts';
import type { UploadProgress } from '../../ui/progress-bar.tsx';
import { showError } from '../../ui/toasts.tsx';
import { classifyFailure } from '../errors.ts';
import { saveRecord } from '../hooks.ts';
import { sendQueue } from './send-queue.ts';
import { enqueue, type FormSave, type HeldSave, holdWaiting, type WaitingSave } from './waiting-saves.ts';

/**
 * The steps of a save:
 *
 *   editing → storing → sending → saved (reloading) → editing
 *                 ↓        ├────→ conflict
 *              waiting ←───┤
 *                          └────→ editing, with the error
 */
export type SaveStep = 'editing' | 'storing' | 'sending' | 'saved' | 'conflict' | 'waiting';

export type SaveResult<Response> =
  | { step: 'saved'; response: Response }
  | { step: 'conflict'; error: unknown }
  | { step: 'waiting' }
  /** Nothing was saved. */
  | { step: 'editing'; error: unknown; isCancelled: boolean };

type SendControl = { signal: AbortSignal; onUpload: (upload: UploadProgress) => void };

type SessionParts<Content, Response> = {
  send: (content: Content, control: SendControl) => Promise<Response>;
  /** Where contents wait that can't be sent now; without it, such a save fails. */
  storage?: {
    /** Stores the content before it is sent. Returns whether it waits instead. */
    store: (content: Content) => Promise<boolean>;
    /** Stores what couldn't be sent. Returns whether it waits. */
    keep: (content: Content, error: unknown) => Promise<boolean>;
    /** Deletes the stored contents after the save. */
    remove: (response: Response) => Promise<void>;
  };
  isConflict?: (error: unknown) => boolean;
};

/** Saves contents one at a time. Reloading what was saved is a step of its own, which can't fail the save. */
export const createSaveSession = <Content, Response>({
  send,
  storage,
  isConflict = (error) => classifyFailure(error) === 'conflict',
}: SessionParts<Content, Response>) => {
  const store = createStore<{ step: SaveStep; upload: UploadProgress | null }>(() => ({
    step: 'editing',
    upload: null,
  }));
  let controller: AbortController | null = null;

  const run = async (content: Content, { signal }: AbortController): Promise<SaveResult<Response>> => {
    let response: Response;
    try {
      if (storage) {
        store.setState({ step: 'storing' });
        if (await storage.store(content)) return { step: 'waiting' };
      }
      store.setState({ step: 'sending' });
      response = await send(content, { signal, onUpload: (upload) => store.setState({ upload }) });
    } catch (error) {
      if (signal.aborted) return { step: 'editing', error, isCancelled: true };
      if (await storage?.keep(content, error)) return { step: 'waiting' };
      if (isConflict(error)) return { step: 'conflict', error };
      return { step: 'editing', error, isCancelled: false };
    }
    await storage?.remove(response);
    return { step: 'saved', response };
  };

  return {
    store,
    /** `reload` runs once the content is saved, before the next save. Null if another save is still running. */
    save: async (
      content: Content,
      reload?: (response: Response) => Promise<void>,
    ): Promise<SaveResult<Response> | null> => {
      if (controller) return null;
      controller = new AbortController();
      let next: SaveStep = 'editing';
      try {
        const result = await run(content, controller);
        store.setState({ step: result.step });
        if (result.step === 'saved') await reload?.(result.response).catch(() => undefined);
        else next = result.step;
        return result;
      } finally {
        controller = null;
        store.setState({ step: next, upload: null });
      }
    },
    cancel: () => controller?.abort(),
  };
};

const reportQueueError = (error: unknown): void => console.error('A waiting change cannot be used', error);

const notStoredText = 'Couldn’t keep the change on this computer. It stays in this form only.';

/** The values of a form, with the version of the record that they are based on. */
const toBody = ({ record, values }: Pick<FormSave, 'record' | 'values'>) =>
  record ? { ...values, version: record.version } : values;

/**
 * Saves what a form shows. What can't be sent now waits on this computer. While the form shows a waiting save, it holds
 * it: it isn't sent before the form is saved or closed.
 */
export const createFormSession = (resource: Resource, { canWait }: { canWait: boolean }) => {
  let held: HeldSave | null = null;
  /** The held save, and whether the form's values differ from it. */
  const holding = createStore<{ save: WaitingSave | null; isEdited: boolean }>(() => ({ save: null, isEdited: false }));
  let isOpen = false;
  let lastKey = { content: '', key: '' };

  const hold = (next: HeldSave | null): void => {
    held?.release();
    held = isOpen ? next : null;
    if (!isOpen) next?.release();
    holding.setState({ save: held?.get() ?? null, isEdited: false });
  };

  const release = (): void => {
    if (!held) return;
    hold(null);
    void sendQueue();
  };

  /** Stores a save and holds it, because the user may have typed more meanwhile. Returns whether it waits. */
  const wait = async (save: FormSave, options: Parameters<typeof enqueue>[1]): Promise<boolean> => {
    const id = await enqueue(save, options);
    if (id === null) return false;
    hold(await holdWaiting(id, new AbortController().signal));
    if (!held) void sendQueue();
    return true;
  };

  const store = async (save: FormSave): Promise<boolean> => {
    const isOffline = !isServerReachable(useServerStatus.getState());
    // Without space, the request fails as it does without a queue.
    if (!held) return isOffline && wait(save, { isTried: false }).catch(() => false);
    const current = held.get();
    const { isEdited } = holding.getState();
    const isNew = current.recordId === null;
    // The server may have created the record with the values before: an update follows.
    if (isNew && current.follows === null && current.triedAt !== null && isEdited)
      return wait(save, { isTried: false, follows: current });
    const mustWait = isOffline || (isNew && current.follows !== null);
    await held.replace(save, !mustWait);
    return mustWait;
  };

  const keep = async (save: FormSave, error: unknown): Promise<boolean> => {
    const isUnanswered = classifyFailure(error) === 'unanswered';
    if (!held) return isUnanswered && wait(save, { isTried: true });
    // The server's answer means that nothing was saved.
    if (!isUnanswered) await held.replace(save, false);
    return isUnanswered;
  };

  const session = createSaveSession({
    send: (save: FormSave, { signal, onUpload }) => {
      const files = collectLocalFiles(save.values);
      const startedAt = performance.now();
      const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
      const onProgress = (fraction: number) =>
        onUpload({ fraction, totalBytes, seconds: (performance.now() - startedAt) / 1000 });
      if (files.length > 0) onProgress(0);
      return saveRecord(resource, {
        id: save.record?._id,
        values: toBody(save),
        onProgress: files.length > 0 ? onProgress : undefined,
        signal,
        headers: { 'idempotency-key': save.idempotencyKey },
      });
    },
    ...(canWait && {
      storage: {
        store: (save: FormSave) =>
          store(save).catch((error: unknown) => {
            reportQueueError(error);
            throw new Error(notStoredText);
          }),
        keep: (save: FormSave, failure: unknown) =>
          keep(save, failure).catch((error: unknown) => {
            reportQueueError(error);
            showError(notStoredText);
            return false;
          }),
        remove: async () => {
          await held?.remove().catch(reportQueueError);
          hold(null);
        },
      },
    }),
  });

  /** Repeating a save after a lost response doesn't save twice: the key depends on the content. */
  const getKey = (save: Pick<FormSave, 'record' | 'values'>): string => {
    const current = held?.get();
    const isRepeated = !holding.getState().isEdited && current?.base?.version === save.record?.version;
    if (current && isRepeated) return current.idempotencyKey;
    const content = JSON.stringify(toBody(save));
    if (lastKey.content !== content) lastKey = { content, key: v4() };
    return lastKey.key;
  };

  return {
    store: session.store,
    save: async (save: Omit<FormSave, 'resource' | 'idempotencyKey'>, reload: Parameters<typeof session.save>[1]) => {
      const result = await session.save({ ...save, resource, idempotencyKey: getKey(save) }, reload);
      if (result?.step === 'saved') lastKey = { content: '', key: '' };
      return result;
    },
    cancel: session.cancel,
    holding,
    /** Holds a waiting save that the form shows from now on. */
    hold,
    markEdited: () => holding.setState({ isEdited: true }),
    open: () => {
      isOpen = true;
    },
    close: () => {
      isOpen = false;
      release();
    },
    release,
  };
};

export type FormSession = ReturnType<typeof createFormSession>;
