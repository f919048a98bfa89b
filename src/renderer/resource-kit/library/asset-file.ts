import type { Asset } from '#shared/resources/asset.ts';
import { kindOfFile } from '#shared/uploads.ts';
import { uploadPath } from '#shared/urls.ts';
import { formatBytes } from '../../ui/format.ts';
import { openImagePreview } from '../../ui/image-preview.tsx';
import { openPdf, playVideo } from '../../ui/media.tsx';

export const getAssetUrl = ({ file, files, name }: Asset): string =>
  uploadPath(String(file), files?.file?.name ?? name);

/** Type, dimensions and size, such as "PNG · 1,600 × 900 · 84 KB". */
export const describeAsset = ({ file, files }: Asset): string => {
  const { width, height, size } = files?.file ?? {};
  return [
    String(file).split('.').at(-1)?.toUpperCase(),
    width && height && `${width.toLocaleString('en')} × ${height.toLocaleString('en')}`,
    size !== undefined && formatBytes(size),
  ]
    .filter(Boolean)
    .join(' · ');
};

const toImage = (shown: Asset) => ({ src: getAssetUrl(shown), label: shown.name, alt: shown.alt || undefined });

/** Shows a file large; the arrow keys then lead through the other images. */
export const openAsset = (shown: Asset, others: readonly Asset[] = [shown]): void => {
  const [url, kind] = [getAssetUrl(shown), kindOfFile(String(shown.file))];
  if (kind === 'pdf') void openPdf({ url, label: shown.name });
  else if (kind === 'video') playVideo({ url, label: shown.name });
  else if (kind === 'image') {
    const images = others.filter(({ file }) => kindOfFile(String(file)) === 'image');
    openImagePreview(images.map(toImage), images.indexOf(shown));
  } else window.open(url);
};

const chosen = new Map<string, Asset>();

/** Remembers a file that was chosen for a field, whose record doesn't know its name yet. */
export const rememberAsset = (used: Asset): void => void chosen.set(String(used.file), used);

export const recallAsset = (file: unknown): Asset | undefined => chosen.get(String(file));
