import { useEffect, useEffectEvent } from 'react';
import { isTyping } from './shortcuts.ts';

const isDialogOpen = () => document.querySelector('[aria-modal="true"]') !== null;

/** Receives files that the user drops or pastes anywhere on the page, except where another element handles them. */
export const usePageDrop = (onFiles: (data: DataTransfer) => void): void => {
  const allowDrop = useEffectEvent((event: DragEvent) => {
    if (event.defaultPrevented || isDialogOpen() || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  });
  const receive = useEffectEvent((event: Event, data: DataTransfer | null) => {
    if (event.defaultPrevented || isDialogOpen() || !data?.files.length) return;
    event.preventDefault();
    onFiles(data);
  });
  useEffect(() => {
    // Above React's handlers, and below the document, where drop zones prevent all other drops.
    const { body } = document;
    const listening = new AbortController();
    const { signal } = listening;
    body.addEventListener('dragover', (event) => allowDrop(event), { signal });
    body.addEventListener('drop', (event) => receive(event, event.dataTransfer), { signal });
    body.addEventListener(
      'paste',
      (event) => {
        const { target, clipboardData } = event;
        // Copied cells and formatted text come with a picture of themselves.
        const isText = target instanceof HTMLElement && isTyping(target) && clipboardData?.types.includes('text/plain');
        if (!isText) receive(event, clipboardData);
      },
      { signal },
    );
    return () => listening.abort();
  }, []);
};
