import { createStore } from 'zustand/vanilla';
import { FileUnavailableError, isUnreachableStatus, NetworkError } from '../../platform/platform.ts';
import type { UploadProgress } from '../../ui/progress-bar.tsx';
import {
  ApiError,
  getConflictingRecord,
  getErrorStatus,
  getServerMessage,
  isServerUnreachable,
  needsTwoFactor,
} from '../errors.ts';

/**
 * Why a save failed. `unanswered`: the server may have saved it. `later`: it will accept the same request.
 * `signedOut`: it accepts nothing before the user has logged in. `conflict`: someone else has changed the record.
 */
type FailureKind = 'unanswered' | 'later' | 'signedOut' | 'conflict' | 'rejected';

const retriedStatuses = [408, 425, 429];

/** Whether the connection failed, or a gateway answered in the server's place. */
const isReplacedByGateway = (error: unknown): boolean => {
  if (error instanceof FileUnavailableError) return false;
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ApiError) || !isUnreachableStatus(error.response.status)) return false;
  return getServerMessage(error) === undefined;
};

export const classifyFailure = (error: unknown): FailureKind => {
  const status = getErrorStatus(error);
  const isTwoFactorMissing = error instanceof ApiError && needsTwoFactor(error.response.data);
  if (status === 401 || isTwoFactorMissing) return 'signedOut';
  if (isReplacedByGateway(error)) return 'unanswered';
  if (isServerUnreachable(error) || (status && retriedStatuses.includes(status))) return 'later';
  return getConflictingRecord(error) ? 'conflict' : 'rejected';
};

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
