import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** Calls `commit` before the form of an input reads its values, so that a save includes the text typed last. */
export const useBeforeSubmit = (commit: (input: HTMLInputElement) => void): RefObject<HTMLInputElement | null> => {
  const ref = useRef<HTMLInputElement>(null);
  const commitInput = useEffectEvent(() => {
    if (ref.current) commit(ref.current);
  });
  useEffect(() => {
    const form = ref.current?.form;
    const handleSubmit = () => commitInput();
    // React handles the event later, in the bubbling phase.
    form?.addEventListener('submit', handleSubmit, { capture: true });
    return () => form?.removeEventListener('submit', handleSubmit, { capture: true });
  }, []);
  return ref;
};
