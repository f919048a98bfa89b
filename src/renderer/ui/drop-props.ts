import type { DragEvent, HTMLAttributes } from 'react';

// Files, pictures of web pages, and what the app itself lets users drag.
const isAccepted = (type: string): boolean =>
  type === 'Files' || type === 'text/uri-list' || type.startsWith('application/x-');

/** Lets files and images be dropped onto an element, which `data-drag-over` marks meanwhile. */
export const getDropProps = (onDrop: (event: DragEvent) => void): HTMLAttributes<HTMLElement> => ({
  onDragOver: (event) => {
    if (!event.dataTransfer.types.some(isAccepted)) return;
    event.preventDefault();
    event.currentTarget.dataset.dragOver = 'true';
  },
  onDragLeave: (event) => {
    delete event.currentTarget.dataset.dragOver;
  },
  onDrop: (event) => {
    event.preventDefault();
    delete event.currentTarget.dataset.dragOver;
    onDrop(event);
  },
});
