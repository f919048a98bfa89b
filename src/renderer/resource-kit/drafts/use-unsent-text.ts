import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { useStoredDraft } from './use-stored-draft.ts';

/** A text that is stored on this computer until it is sent, and restored when its box opens again. */
export const useUnsentText = <Value extends { text: string }>({
  initial,
  ...place
}: {
  resource: Pick<Resource, 'name'>;
  place: string;
  initial: Value;
}) => {
  const [value, setValue] = useState(initial);
  const latest = useRef(initial);
  const isDirty = value.text.trim() !== initial.text.trim();
  const change = (next: Value) => {
    latest.current = next;
    setValue(next);
  };
  const { offered, saveSoon, discard } = useStoredDraft({
    ...place,
    base: null,
    isDirty,
    getValues: () => latest.current,
    onRestore: async (values) => {
      change({ ...initial, ...values });
      return true;
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change is stored
  useEffect(() => saveSoon(), [value, saveSoon]);
  const restore = useEffectEvent(() => {
    if (!isDirty) void offered?.restore?.();
  });
  const canRestore = Boolean(offered?.restore);
  useEffect(() => {
    if (canRestore) restore();
  }, [canRestore]);
  return { value, change, discard, unreadableDraft: canRestore ? null : offered };
};
