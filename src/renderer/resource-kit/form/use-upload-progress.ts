import { useRef, useState } from 'react';
import { v4 } from 'uuid';
import type { LocalFile } from '../../platform/index.ts';
import type { UploadProgress } from '../../ui/progress-bar.tsx';
import type { FormValues } from './field-props.ts';

export const useUploadProgress = () => {
  const [progress, setProgress] = useState<UploadProgress | null>(null);

  const start = (files: readonly LocalFile[]): ((fraction: number) => void) | undefined => {
    if (files.length === 0) return undefined;
    const startedAt = performance.now();
    const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
    const update = (fraction: number) =>
      setProgress({ fraction, totalBytes, seconds: (performance.now() - startedAt) / 1000 });
    update(0);
    return update;
  };

  return { progress, start, end: () => setProgress(null) };
};

/**
 * Idempotency key of a save. It depends on the content, so that retrying after a lost response doesn't save twice;
 * `clear` ends it with the response.
 */
export const useIdempotencyKey = () => {
  const last = useRef<{ content: string; key: string }>(null);
  const getKey = (values: FormValues): string => {
    const content = JSON.stringify(values);
    if (last.current?.content !== content) last.current = { content, key: v4() };
    return last.current.key;
  };
  const clear = (): void => {
    last.current = null;
  };
  return { getKey, clear };
};
