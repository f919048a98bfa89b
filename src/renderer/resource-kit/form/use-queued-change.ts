import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import type { FieldError } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { trackPendingFiles } from '../../ui/pending-files.ts';
import { showError, showInfo } from '../../ui/toasts.tsx';
import { newRecord, openRecordParam } from '../list-params.ts';
import { isReplacedByGateway } from '../queue/failures.ts';
import { getRecordKey, useQueue } from '../queue/queue-state.ts';
import type { QueuedChange } from '../queue/queue-store.ts';
import type { HeldChange, SavedForm } from '../queue/queued-form.ts';
import type { FormValues } from './field-props.ts';

const loadQueue = () => import('../queue/queued-form.ts');

const reportQueueError = (error: unknown): void => console.error('A waiting change cannot be used', error);

const notStoredText = 'Couldn’t keep the change on this computer. It stays in this form only.';

/** A save, as the form sends it. */
type Save = Pick<SavedForm, 'record' | 'values' | 'idempotencyKey'>;

export type ShownChange = {
  change: QueuedChange;
  /** Whether the form shows its values; otherwise it shows those of the server. */
  isLoaded: boolean;
};

const useFormPath = (resource: Resource): string => {
  const { pathname, search } = useLocation();
  const isPage = screenPaths(resource.paths).add !== undefined || resource.isSingleton;
  if (isPage) return pathname + search;
  const parameters = new URLSearchParams(search);
  parameters.set(openRecordParam, newRecord);
  return `${pathname}?${parameters}`;
};

/**
 * The change of the form's record that waits for the server: loads it into the form, keeps it from being sent meanwhile,
 * and queues what can't be sent now.
 */
export const useQueuedChange = ({
  resource,
  record,
  queuedId,
  form,
  onRestore,
  onErrors,
}: {
  resource: Resource;
  record: AnyRecord | null;
  /** Id of the change that creates the record. */
  queuedId: string | undefined;
  form: UseFormReturn<FormValues>;
  onRestore: (values: FormValues, base: AnyRecord | null) => Promise<boolean>;
  onErrors: (errors: readonly FieldError[]) => void;
}) => {
  const path = useFormPath(resource);
  const recordKey = record?._id ?? queuedId;
  const change = useQueue(({ changes }) =>
    changes.findLast((queued) => queued.resource === resource.name && getRecordKey(queued) === recordKey),
  );
  const held = useRef<HeldChange>(null);
  const [state, setState] = useState<'loading' | 'loaded' | 'unused'>('loading');
  const isLoaded = state === 'loaded';
  const [isEdited, setIsEdited] = useState(false);

  const load = useEffectEvent(async (id: string, signal: AbortSignal): Promise<void> => {
    const holding = await (await loadQueue()).holdChange(id, signal);
    if (!holding) return;
    const { values, lostFiles } = signal.aborted ? { values: null, lostFiles: [] } : await holding.loadValues();
    // Values that were left out of the request are empty.
    const names = Object.keys(form.getValues());
    const restored = Object.fromEntries(names.map((name) => [name, values?.[name] ?? null]));
    const canRestore = values !== null && !signal.aborted && !form.formState.isDirty;
    const isRestored = canRestore && (await onRestore(restored, holding.change.base));
    if (signal.aborted) return holding.release();
    setState(isRestored ? 'loaded' : 'unused');
    if (!isRestored) return holding.release();
    held.current = holding;
    for (const name of lostFiles) showInfo(`Couldn’t restore ${name}. Choose it again.`);
    onErrors(holding.change.problem?.errors ?? []);
  });
  useEffect(() => {
    // While the server can't be reached, a browser couldn't load it.
    loadQueue().catch(() => undefined);
  }, []);
  const changeId = change?.id;
  // Keeps what the user types before the queue is known.
  const canLoad = useEffectEvent(() => !form.formState.isDirty);
  useEffect(() => {
    if (changeId === undefined) return;
    if (!canLoad()) return setState('unused');
    const controller = new AbortController();
    trackPendingFiles(load(changeId, controller.signal), () => true).catch((error: unknown) => {
      if (!controller.signal.aborted) reportQueueError(error);
    });
    return () => {
      controller.abort();
      held.current?.release();
      held.current = null;
      setState('loading');
      setIsEdited(false);
    };
  }, [changeId]);
  useEffect(() => {
    if (!isLoaded) return;
    return form.subscribe({ formState: { values: true }, callback: () => setIsEdited(true) });
  }, [form, isLoaded]);

  const toForm = (save: Save, isTried: boolean): SavedForm => ({ resource, path, ...save, isTried });

  /** The key of the change, if the same is sent again. */
  const getKey = (version: unknown): string | undefined => {
    const current = held.current?.getCurrent();
    return current && !isEdited && current.base?.version === version ? current.idempotencyKey : undefined;
  };

  /** Stores a change that the form shows before it is sent. Returns whether it waits instead. */
  const beforeSend = async (save: Save): Promise<boolean> => {
    const queue = await loadQueue().catch(() => null);
    if (!queue) return false;
    const isOffline = useQueue.getState().isUnreachable;
    const holding = held.current;
    // Without space, the request fails as it does without a queue.
    if (!holding) return isOffline && queue.enqueue(toForm(save, false)).catch(() => false);
    const { recordId, follows, triedAt } = holding.getCurrent();
    const isNew = recordId === null;
    // The server may have created the record with the values before: an update follows.
    if (isNew && follows === null && triedAt !== null && isEdited)
      return queue.enqueue(toForm(save, false), holding.change);
    const mustWait = isOffline || (isNew && follows !== null);
    await holding.replace(toForm(save, !mustWait));
    return mustWait;
  };

  /** Queues what couldn't be sent. Returns whether it was queued. */
  const afterFailure = async (error: unknown, save: Save): Promise<boolean> => {
    const isUnanswered = isReplacedByGateway(error);
    const holding = held.current;
    if (holding) {
      // The server's answer means that nothing was saved.
      if (!isUnanswered) await holding.replace(toForm(save, false));
      return isUnanswered;
    }
    return isUnanswered && (await loadQueue()).enqueue(toForm(save, true));
  };

  return {
    shown: change && state !== 'loading' ? ({ change, isLoaded } satisfies ShownChange) : undefined,
    isUnedited: isLoaded && !isEdited,
    getKey,
    beforeSend: (save: Save): Promise<boolean> =>
      beforeSend(save).catch((storageError: unknown) => {
        reportQueueError(storageError);
        throw new Error(notStoredText);
      }),
    afterFailure: (error: unknown, save: Save): Promise<boolean> =>
      afterFailure(error, save).catch((storageError: unknown) => {
        reportQueueError(storageError);
        showError(notStoredText);
        return false;
      }),
    afterSave: async (): Promise<void> => held.current?.remove().catch(reportQueueError),
  };
};
