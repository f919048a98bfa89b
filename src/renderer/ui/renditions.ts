import { type CSSProperties, createContext, type ImgHTMLAttributes, use, useState } from 'react';
import { focalKeyLength } from '#shared/image-edit.ts';
import { renditionPath } from '#shared/renditions.ts';
import { isServerReachable } from '../platform/platform.ts';
import { useServerStatus } from '../platform/server.ts';

type Renditions = {
  /** Whether the server makes small versions of images; undefined until that is known. */
  hasImages: boolean | undefined;
  /** Stores the preview of a PDF or video for all clients; null if the server has none, undefined until that is known. */
  savePreview: ((url: string, picture: HTMLCanvasElement) => void) | null | undefined;
  /** Focal points by the start of the names of images. */
  focalPoints?: Readonly<Record<string, string>> | undefined;
};

export const RenditionsContext = createContext<Renditions>({ hasImages: false, savePreview: null });

type ImageSource = { src?: string; srcSet?: string; style?: CSSProperties };

const uploads = '/uploads/';

const toSource = (url: string, width: number): ImageSource => {
  const [src, sharpSrc] = [renditionPath(url, width), renditionPath(url, 2 * width)];
  return src === sharpSrc ? { src } : { src, srcSet: `${src} 1x, ${sharpSrc} 2x` };
};

/** Returns the attributes of an `img` that is at most this wide, in CSS pixels. */
export const useImageSource = (): ((url: string, width: number) => ImageSource) => {
  const { hasImages, focalPoints } = use(RenditionsContext);
  return (url, width) => {
    // Otherwise, the original would be loaded too.
    if (hasImages === undefined) return {};
    if (!hasImages) return { src: url };
    const focalPoint =
      url.startsWith(uploads) && focalPoints?.[url.slice(uploads.length, uploads.length + focalKeyLength)];
    // Styles of images that are cut read it.
    return {
      ...toSource(url, width),
      ...(focalPoint && { style: { '--bo-focal-point': focalPoint } as CSSProperties }),
    };
  };
};

/** Why an image isn't shown; it is loaded again when the server is back. */
export const useImageFailure = (src: string) => {
  const { state } = useServerStatus();
  const [failed, setFailed] = useState({ src: '', state });
  const hasFailed = failed.src === src && failed.state === state;
  return {
    reason: hasFailed ? (isServerReachable({ state }) ? 'Can’t load' : 'Offline') : null,
    onError: () => setFailed({ src, state }),
  };
};

/** An eager image doesn't wait for the layout, so that it appears along with the text around it. */
export const getLoading = (isEager: boolean): Pick<ImgHTMLAttributes<unknown>, 'loading' | 'decoding'> =>
  isEager ? { loading: 'eager', decoding: 'sync' } : { loading: 'lazy' };

/** Width in pixels of drawn previews. */
export const previewWidth = 640;

type StoredPreview =
  | { state: 'unknown' }
  | { state: 'stored'; source: ImageSource }
  | { state: 'missing'; drawnWidth: number; save: (picture: HTMLCanvasElement) => void };

/** The preview of a PDF or video, which is drawn and saved if the server has none yet. */
export const useStoredPreview = (
  url: string,
  { width, isMissing }: { width: number; isMissing: boolean },
): StoredPreview => {
  const { savePreview } = use(RenditionsContext);
  if (!url.startsWith('/uploads/') || savePreview === null) {
    return { state: 'missing', drawnWidth: width, save: () => {} };
  }
  if (savePreview === undefined) return { state: 'unknown' };
  if (isMissing) {
    const drawnWidth = previewWidth / window.devicePixelRatio;
    return { state: 'missing', drawnWidth, save: (picture) => savePreview(url, picture) };
  }
  return { state: 'stored', source: toSource(url, width) };
};
