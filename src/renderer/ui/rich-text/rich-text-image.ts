import { platform } from '../../platform/index.ts';
import { trackPendingFiles } from '../pending-files.ts';

const maxSidePixels = 1600;
const quality = 0.85;

const loadImage = async (url: string): Promise<HTMLImageElement> => {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
};

const toDataUrl = async (url: string, type: string): Promise<string> => {
  const image = await loadImage(url);
  const scale = Math.min(1, maxSidePixels / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL(type === 'image/jpeg' ? type : 'image/webp', quality);
};

type ReadImages = { images: string[]; errors: string[] };

const readImages = async (results: ReturnType<typeof platform.files.pick>): Promise<ReadImages> => {
  const read: ReadImages = { images: [], errors: [] };
  for (const result of await results) {
    if ('error' in result) {
      read.errors.push(result.error);
      continue;
    }
    try {
      read.images.push(await toDataUrl(result.file.previewUrl, result.file.type));
    } catch {
      read.errors.push(`Can’t insert ${result.file.name}: it isn’t a valid image`);
    } finally {
      platform.files.release(result.file);
    }
  }
  return read;
};

const trackImages = (results: ReturnType<typeof platform.files.pick>): Promise<ReadImages> =>
  trackPendingFiles(readImages(results), ({ errors }) => errors.length === 0);

export const pickImages = (): Promise<ReadImages> =>
  trackImages(platform.files.pick({ kind: 'image', isMultiple: true }));

export const readDroppedImages = (files: readonly File[]): Promise<ReadImages> =>
  trackImages(platform.files.add({ kind: 'image', files }));

const inlineImagePattern = /data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=]+/gi;

export const hasInlineImages = (html: string): boolean => html.search(inlineImagePattern) !== -1;

const downscale = async (url: string): Promise<string> => {
  const { naturalWidth, naturalHeight } = await loadImage(url);
  return Math.max(naturalWidth, naturalHeight) > maxSidePixels
    ? toDataUrl(url, url.slice('data:'.length).split(';')[0] ?? '')
    : url;
};

const downscaleImages = async (html: string): Promise<string> => {
  let scaled = html;
  for (const url of new Set(html.match(inlineImagePattern))) {
    // Sanitizing removes invalid images later.
    const downscaled = await downscale(url).catch(() => url);
    scaled = scaled.replaceAll(url, downscaled);
  }
  return scaled;
};

export const downscaleInlineImages = (html: string): Promise<string> =>
  trackPendingFiles(downscaleImages(html), () => true);
