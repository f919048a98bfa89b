import { createContext, use } from 'react';
import { renditionPath } from '#shared/renditions.ts';

/** Whether the server makes small versions of images; undefined until that is known. */
export const RenditionsContext = createContext<boolean | undefined>(false);

type ImageSource = { src?: string; srcSet?: string };

/** Returns the attributes of an `img` that is at most this wide, in CSS pixels. */
export const useImageSource = (): ((url: string, width: number) => ImageSource) => {
  const hasRenditions = use(RenditionsContext);
  return (url, width) => {
    // Otherwise, the original would be loaded too.
    if (hasRenditions === undefined) return {};
    if (!hasRenditions) return { src: url };
    const [src, sharpSrc] = [renditionPath(url, width), renditionPath(url, 2 * width)];
    return src === sharpSrc ? { src } : { src, srcSet: `${src} 1x, ${sharpSrc} 2x` };
  };
};
