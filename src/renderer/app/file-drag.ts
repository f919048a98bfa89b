import { useEffect } from 'react';
import { platform } from '../platform/index.ts';

const getDraggedFile = (target: EventTarget | null): { path: string; name: string } | null => {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-drag-path], img') : null;
  const url = element?.dataset.dragPath ?? (element instanceof HTMLImageElement ? element.src : '');
  if (!element || !URL.canParse(url, window.location.href)) return null;
  const { pathname, searchParams } = new URL(url, window.location.href);
  const name = searchParams.get('name') ?? element.dataset.dragName ?? element.getAttribute('alt');
  return pathname.startsWith('/uploads/') ? { path: pathname, name: name || 'File' } : null;
};

const startDrag = (event: DragEvent): void => {
  const file = getDraggedFile(event.target);
  const { desktop } = platform;
  if (!desktop || !file) return;
  event.preventDefault();
  const requestId = crypto.randomUUID();
  const listening = new AbortController();
  const endDrag = () => {
    listening.abort();
    void desktop.cancelRequest({ requestId });
  };
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, endDrag, { signal: listening.signal });
  void desktop.startDrag({ requestId, ...file });
};

/** Lets the user drag stored files out of the app, where the host can do that. */
export const useFileDrag = (): void =>
  useEffect(() => {
    document.addEventListener('dragstart', startDrag);
    return () => document.removeEventListener('dragstart', startDrag);
  }, []);
