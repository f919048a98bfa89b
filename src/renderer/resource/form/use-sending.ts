import { useRef, useState } from 'react';
import { v4 } from 'uuid';
import type { LocalFile } from '../../platform/index.ts';
import type { Sending } from '../../ui/labelled-progress.tsx';
import type { FormValues } from './field-props.ts';

/** How far the files of a form are on their way; null while none is. */
export const useSending = () => {
  const [sending, setSending] = useState<Sending | null>(null);

  /** Gives what is to be called with the part that is sent; undefined where there are no files. */
  const begin = (files: readonly LocalFile[]): ((fraction: number) => void) | undefined => {
    if (files.length === 0) return undefined;
    const startedAt = performance.now();
    const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
    const tell = (fraction: number) =>
      setSending({ fraction, totalBytes, seconds: (performance.now() - startedAt) / 1000 });
    tell(0);
    return tell;
  };

  return { sending, begin, end: () => setSending(null) };
};

/**
 * The key under which a form creates its record: the same for the same content, so that what is sent once more, because
 * nobody knows whether it arrived, does not make a second one.
 */
export const useIdempotencyKey = (): ((values: FormValues) => string) => {
  const last = useRef<{ content: string; key: string }>(null);
  return (values) => {
    const content = JSON.stringify(values);
    if (last.current?.content !== content) last.current = { content, key: v4() };
    return last.current.key;
  };
};
