import { type Crop, formatCrop } from '#shared/image-edit.ts';
import { imageQueue, loadSource, maxBufferedPixels, priorities } from './check-image.ts';
import { loadSharp } from './load-sharp.ts';

/** Of JPEG and WebP images. */
const quality = 92;

/** Start and length in pixels, at least one, of a part in percent. */
const toPixels = (full: number, start: number, length: number): [number, number] => {
  const first = Math.min(full - 1, Math.round((start / 100) * full));
  return [first, Math.max(1, Math.min(full - first, Math.round((length / 100) * full)))];
};

const cut = async (path: string, { rotation, x, y, width, height }: Crop) => {
  const sharp = await loadSharp();
  if (!sharp) return { error: 'This server can’t edit images' };
  const source = await loadSource(path);
  const { format, pages = 1, autoOrient: size } = await sharp(source).metadata();
  if (pages > 1) return { error: 'Animated images can’t be cropped or rotated' };
  if (size.width * size.height > maxBufferedPixels) {
    return { error: `Images of more than ${maxBufferedPixels / 1_000_000} megapixels can’t be cropped or rotated` };
  }
  const isOnSide = rotation % 180 !== 0;
  const [left, croppedWidth] = toPixels(isOnSide ? size.height : size.width, x, width);
  const [top, croppedHeight] = toPixels(isOnSide ? size.width : size.height, y, height);
  const upright = sharp(source, { limitInputPixels: maxBufferedPixels, failOn: 'truncated' }).autoOrient();
  const image = upright
    .rotate(rotation)
    .extract({ left, top, width: croppedWidth, height: croppedHeight })
    .keepIccProfile();
  return { bytes: await image.toFormat(format, format === 'png' || format === 'gif' ? {} : { quality }).toBuffer() };
};

/** Turns and cuts an image in its own format. Returns a message if that isn't possible. */
export const cropImage = (path: string, crop: Crop): Promise<{ bytes: Buffer } | { error: string }> =>
  imageQueue.add(() => cut(path, crop).catch(() => ({ error: `The image couldn’t be edited (${formatCrop(crop)})` })), {
    priority: priorities.check,
  });
