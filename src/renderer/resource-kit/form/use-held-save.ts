import { useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useStore } from 'zustand';
import type { FieldError } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { trackPendingFiles } from '../../ui/pending-files.ts';
import { showInfo } from '../../ui/toasts.tsx';
import type { FormSession } from '../save/save-session.ts';
import { holdWaiting, useWaitingSave, type WaitingSave } from '../save/waiting-saves.ts';
import type { FormValues } from './form-values.ts';

export type ShownSave = {
  save: WaitingSave;
  /** Whether the form shows its values; otherwise it shows those of the server. */
  isLoaded: boolean;
};

/** Loads the save of the form's record that waits for the server into the form, which holds it meanwhile. */
export const useHeldSave = (options: {
  resource: Resource;
  /** Id of the record, or of the waiting save that creates it. */
  recordKey: string | undefined;
  session: FormSession;
  form: UseFormReturn<FormValues>;
  onRestore: (values: FormValues, base: AnyRecord | null) => Promise<boolean>;
  onErrors: (errors: readonly FieldError[]) => void;
}): { shown: ShownSave | undefined; isUnedited: boolean } => {
  const { resource, recordKey, session, form, onRestore, onErrors } = options;
  const found = useWaitingSave(resource.name, recordKey);
  const { save: held, isEdited } = useStore(session.holding);
  const [isUnused, setIsUnused] = useState(false);
  // Keeps what the user types before the queue is known.
  const canLoad = useEffectEvent(() => !form.formState.isDirty);

  const load = useEffectEvent(async (id: string, signal: AbortSignal): Promise<void> => {
    const holding = await holdWaiting(id, signal);
    if (!holding) return;
    const { values, lostFiles } = await holding.loadValues();
    // Values that were left out of the request of a form are empty.
    const names = Object.keys(holding.get().isPartial ? values : form.getValues());
    const restored = Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
    const { base, problem } = holding.get();
    const isRestored = !signal.aborted && canLoad() && (await onRestore(restored, base));
    if (signal.aborted || !isRestored) {
      holding.release();
      return setIsUnused(!signal.aborted);
    }
    session.hold(holding);
    for (const name of lostFiles) showInfo(`Couldn’t restore ${name}. Choose it again.`);
    onErrors(problem?.errors ?? []);
  });
  const foundId = found?.id;
  useEffect(() => {
    if (foundId === undefined || session.holding.getState().save?.id === foundId) return;
    if (!canLoad()) return setIsUnused(true);
    const controller = new AbortController();
    trackPendingFiles(load(foundId, controller.signal), () => true).catch((error: unknown) => {
      if (!controller.signal.aborted) console.error('A waiting change cannot be used', error);
    });
    return () => {
      controller.abort();
      setIsUnused(false);
    };
  }, [foundId, session]);
  const isLoaded = held !== null;
  useEffect(() => {
    if (!isLoaded) return;
    return form.subscribe({ formState: { values: true }, callback: session.markEdited });
  }, [form, isLoaded, session]);

  const shown = held ?? (isUnused ? found : undefined);
  return { shown: shown && { save: shown, isLoaded }, isUnedited: isLoaded && !isEdited };
};
