import { platform } from '../../platform/index.ts';
import { trackPendingFiles } from '../pending-files.ts';

const maxSide = 1600;
const quality = 0.85;

const loadImage = async (url: string): Promise<HTMLImageElement> => {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
};

const toDataUrl = async (url: string, type: string): Promise<string> => {
  const image = await loadImage(url);
  const scale = Math.min(1, maxSide / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL(type === 'image/jpeg' ? type : 'image/webp', quality);
};

type Pictures = { pictures: { dataUrl: string; name: string }[]; problems: string[] };

const readPictures = async (results: ReturnType<typeof platform.files.pick>): Promise<Pictures> => {
  const read: Pictures = { pictures: [], problems: [] };
  for (const result of await results) {
    if ('problem' in result) {
      read.problems.push(result.problem);
      continue;
    }
    try {
      const dataUrl = await toDataUrl(result.file.previewUrl, result.file.type);
      read.pictures.push({ dataUrl, name: result.file.name.replace(/\.[^.]*$/, '') });
    } catch {
      read.problems.push(`Can’t insert ${result.file.name}: it isn’t a valid image`);
    } finally {
      platform.files.release(result.file);
    }
  }
  return read;
};

const takePictures = (results: ReturnType<typeof platform.files.pick>): Promise<Pictures> =>
  trackPendingFiles(readPictures(results), ({ problems }) => problems.length === 0);

export const pickImages = (): Promise<Pictures> =>
  takePictures(platform.files.pick({ kind: 'image', isMultiple: true }));

export const readDroppedImages = (files: readonly File[]): Promise<Pictures> =>
  takePictures(platform.files.add({ kind: 'image', files }));

const pictureInHtml = /data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=]+/gi;

export const hasInlineImages = (html: string): boolean => html.search(pictureInHtml) !== -1;

const scaledDown = async (url: string): Promise<string> => {
  const { naturalWidth, naturalHeight } = await loadImage(url);
  return Math.max(naturalWidth, naturalHeight) > maxSide
    ? toDataUrl(url, url.slice('data:'.length).split(';')[0] ?? '')
    : url;
};

const scaleDown = async (html: string): Promise<string> => {
  let scaled = html;
  for (const url of new Set(html.match(pictureInHtml))) {
    // Sanitizing removes invalid images later.
    const smaller = await scaledDown(url).catch(() => url);
    scaled = scaled.replaceAll(url, smaller);
  }
  return scaled;
};

export const downscaleInlineImages = (html: string): Promise<string> =>
  trackPendingFiles(scaleDown(html), () => true);
