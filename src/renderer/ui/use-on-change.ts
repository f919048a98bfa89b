import { type EffectCallback, useEffect, useEffectEvent } from 'react';

/** Runs after the first render, and after every other one in which a value differs from before. */
export const useOnChange = (values: readonly unknown[], run: () => ReturnType<EffectCallback>): void => {
  const onChange = useEffectEvent(run);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what to watch
  useEffect(() => onChange(), values);
};
