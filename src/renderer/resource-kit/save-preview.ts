import type { FilePreview } from '#shared/renditions.ts';
import { send } from './client.ts';

const savedUrls = new Set<string>();

/** Stores the drawn preview of a PDF or video. If that fails, the next page that draws it tries again. */
export const savePreview = (url: string, picture: HTMLCanvasElement): void => {
  if (savedUrls.has(url)) return;
  savedUrls.add(url);
  const file = new URL(url, location.href).pathname.replace('/uploads/', '');
  const body: FilePreview = { file, image: `preview.webp@@${picture.toDataURL('image/webp', 0.9)}` };
  send({ method: 'POST', path: '/file/preview', body }).catch(() => savedUrls.delete(url));
};
