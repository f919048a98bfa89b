import { useWindowEvent } from '@mantine/hooks';
import { isTyping } from '../../../ui/shortcuts.ts';

const isForDialog = () => document.querySelector('[aria-modal="true"]') !== null;

/** Receives files that are dropped or pasted anywhere on the page, unless what is there handles them itself. */
export const usePageDrop = (onFiles: (data: DataTransfer) => void): void => {
  useWindowEvent('dragover', (event) => {
    if (!event.defaultPrevented && !isForDialog() && event.dataTransfer?.types.includes('Files')) {
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    }
  });
  useWindowEvent('drop', (event) => {
    if (event.defaultPrevented || isForDialog() || !event.dataTransfer?.files.length) return;
    event.preventDefault();
    onFiles(event.dataTransfer);
  });
  useWindowEvent('paste', (event) => {
    const { target, clipboardData, defaultPrevented } = event;
    if (defaultPrevented || isForDialog() || !clipboardData?.files.length) return;
    // A copied cell or text comes with a picture of itself.
    if (target instanceof HTMLElement && isTyping(target) && clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    onFiles(clipboardData);
  });
};
