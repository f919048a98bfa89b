import type { LocalFile } from '../platform/index.ts';
import { readStoredItem, storeItem } from '../ui/stored-item.ts';
import { showInfo } from '../ui/toasts.tsx';
import { isFullServer } from './server-level.ts';
import { getCurrentUserId } from './session-store.ts';

const markAsNotified = (userId: string): boolean => {
  const key = `images.metadata.${userId}`;
  const wasNotified = readStoredItem(key) !== null;
  if (!wasNotified) storeItem(key, 'told');
  return wasNotified;
};

/** Shows a one-time notice that uploaded images lose their location and camera details. */
export const notifyMetadataRemoval = async ({ type }: Pick<LocalFile, 'type'>): Promise<void> => {
  const hasMetadata = type.startsWith('image/') && type !== 'image/gif';
  if (!hasMetadata || !(await isFullServer().catch(() => false))) return;
  if (markAsNotified(getCurrentUserId())) return;
  showInfo('Location and camera details are removed from images you upload');
};
