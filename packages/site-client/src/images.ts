import type { Image } from './types.ts';

type ImageOptions = {
  /** Width of the image on the page, such as `(min-width: 60rem) 20rem, 100vw`. */
  sizes?: string;
  /** Shown while nobody has scrolled to it: load it at once, and first. */
  isPriority?: boolean;
  /** Width and height that keep its place while the server doesn't know the real ones. */
  fallback?: { width: number; height: number };
  /** Changes addresses, such as into those of downloaded files. */
  toUrl?: (url: string) => string;
};

/** An address in `srcset` with its width. */
export const readSrcset = ({ srcset }: Pick<Image, 'srcset'>): { url: string; width: number }[] =>
  srcset
    .split(', ')
    .filter(Boolean)
    .map((each) => {
      const [url = '', width = ''] = each.split(' ');
      return { url, width: Number.parseInt(width, 10) };
    });

/** Returns the attributes of an `img` element. */
export const getImageAttributes = (
  image: Image,
  {
    sizes = '100vw',
    isPriority = false,
    fallback = { width: 640, height: 640 },
    toUrl = (url) => url,
  }: ImageOptions = {},
) => {
  const { color, focalPoint } = image;
  const styles = [
    ...(color ? [`background-color:${color}`] : []),
    // Where a page cuts it, with `object-fit: cover`.
    ...(focalPoint ? [`object-position:${focalPoint.x}% ${focalPoint.y}%`] : []),
  ];
  const srcset = readSrcset(image).map(({ url, width }) => `${toUrl(url)} ${width}w`);
  return {
    src: toUrl(image.url),
    ...(srcset.length > 0 && { srcset: srcset.join(', '), sizes }),
    width: image.width ?? fallback.width,
    height: image.height ?? fallback.height,
    alt: image.alt,
    ...(styles.length > 0 && { style: styles.join(';') }),
    ...(isPriority ? { fetchpriority: 'high' as const } : { loading: 'lazy' as const }),
    decoding: 'async' as const,
  };
};
