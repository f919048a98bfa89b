import type { LocalFile } from '../platform/index.ts';
import { showInfo } from '../ui/toasts.tsx';
import { hasCapability } from './capabilities.ts';
import { currentUserId } from './session-store.ts';

const keyOf = (userId: string) => `images.metadata.${userId}`;

const wasTold = (userId: string): boolean => {
  try {
    const isKnown = localStorage.getItem(keyOf(userId)) !== null;
    localStorage.setItem(keyOf(userId), 'told');
    return isKnown;
  } catch {
    // If storage is full, showing the notice twice is better than never.
    return false;
  }
};

/** Shows a one-time notice that uploaded images lose their location and camera details. */
export const tellOfRemovedMetadata = async ({ type }: Pick<LocalFile, 'type'>): Promise<void> => {
  const hasMetadata = type.startsWith('image/') && type !== 'image/gif';
  if (!hasMetadata || !(await hasCapability('imageMetadataRemoval').catch(() => false))) return;
  if (wasTold(currentUserId())) return;
  showInfo('Location and camera details are removed from images you upload');
};
