import { type FocalPoint, parseFocalPoint } from '#shared/image-edit.ts';
import { renditionWidths } from '#shared/renditions.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { altNameOf, type Field, hasPages, isReferenceField, toImgAlt } from '#shared/resource-kit/fields.ts';
import type { Row } from '../database/tables.ts';
import type { ImageInfo } from '../files/images/image-info.ts';
import { getFileInfos } from '../records/record-files.ts';
import { htmlToText } from '../records/search-text.ts';
import type { PreviewedRecord } from './previews.ts';
import { publicFields } from './read.ts';

const excerptLength = 160;

/** An image for an `img` element; what isn't known yet is null. */
export type PublicImage = {
  url: string;
  srcset: string;
  width: number | null;
  height: number | null;
  alt: string;
  color: string | null;
  focalPoint: FocalPoint | null;
};

type KnownSize = { width?: number; height?: number };

type MediaOptions = {
  base: string;
  imageInfo: ImageInfo;
  /** Returns the token with which browsers load the files of a previewed record. */
  createToken: ((record: PreviewedRecord) => string) | null;
};

/** Creates the descriptions of files in responses. `complete` adds the dimensions and colors of all images in one query. */
export const createMedia = ({ base, imageInfo, createToken }: MediaOptions) => {
  const images: { file: string; image: PublicImage }[] = [];
  const describeFiles = (parameters: string) => {
    const toUrl = (file: string) => `${base}/site/v1/files/${encodeURIComponent(file)}${parameters}`;
    return {
      toUrl,
      toImage: (file: string, alt: string, { width = 0, height = 0 }: KnownSize = {}): PublicImage => {
        const size = { width: width || null, height: height || null };
        const image = { url: toUrl(file), srcset: '', ...size, alt, color: null, focalPoint: null };
        images.push({ file, image });
        return image;
      },
    };
  };
  return {
    ...describeFiles(''),
    /** For the files of a record, which only its preview may show. */
    of: (record: PreviewedRecord): FileDescriptions =>
      describeFiles(createToken ? `?preview=${createToken(record)}` : ''),
    complete: async (): Promise<void> => {
      const found = await imageInfo.read([...new Set(images.map(({ file }) => file))]);
      for (const { file, image } of images) {
        const info = found.get(file);
        if (info) {
          const { width, height, color } = info;
          Object.assign(image, { width, height, color, focalPoint: parseFocalPoint(info.focalPoint) });
        }
        const smaller = renditionWidths.filter((width) => width < (image.width ?? Number.POSITIVE_INFINITY));
        const separator = image.url.includes('?') ? '&' : '?';
        image.srcset = [
          ...smaller.map((width) => `${image.url}${separator}w=${width} ${width}w`),
          ...(image.width ? [`${image.url} ${image.width}w`] : []),
        ].join(', ');
      }
    },
  };
};

export type Media = ReturnType<typeof createMedia>;
export type FileDescriptions = {
  toUrl: (file: string) => string;
  toImage: (file: string, alt: string, size?: KnownSize) => PublicImage;
};

/** The name of a field in responses: `category` for `categoryId`. */
export const publicName = (name: string, field: Field): string =>
  isReferenceField(field) ? name.replace(/Id$/, '') : name;

/** Completes what search engines and shared links show of a record where nothing was entered for them. */
const withFallbacks = (resource: Resource, row: Row): Row => {
  if (!hasPages(resource)) return row;
  const { seoTitle, seoDescription, seoImage, description = '' } = row;
  const plain =
    resource.fields.description?.kind === 'richText' ? htmlToText(String(description)) : String(description);
  const images = publicFields(resource).flatMap(([name, { kind }]) => (kind === 'image' ? [name] : []));
  const shared = images.find((name) => row[name]);
  return {
    ...row,
    seoTitle: seoTitle || row[resource.titleField],
    seoDescription: seoDescription || plain.replace(/\s+/g, ' ').trim().slice(0, excerptLength),
    ...(!seoImage && shared && { seoImage: row[shared], seoImageAlt: row[altNameOf(shared)] }),
  };
};

/** Turns a row into what a website gets of it: its declared fields and nothing else. */
export const toPublic = (resource: Resource, stored: Row, media: FileDescriptions): Row => {
  const row = withFallbacks(resource, stored);
  const infos = getFileInfos(row);
  const title = String(row[resource.titleField] ?? '');
  const toValue = (name: string, field: Field): unknown => {
    const value = row[name];
    if (value === null || value === undefined) return null;
    if (isReferenceField(field)) return { id: value, name: row[`${name} title`] };
    switch (field.kind) {
      case 'image':
        return media.toImage(String(value), toImgAlt(row[altNameOf(name)]) ?? title, infos[name]);
      case 'pdf':
      case 'video':
      case 'captions':
        return { url: media.toUrl(String(value)), size: infos[name]?.size ?? null };
      case 'richText':
        return String(value).replaceAll(/(src=")\/uploads\/([^"]+)/g, (_, start: string, file: string) => {
          return `${start}${media.toUrl(file)}`;
        });
      default:
        return value;
    }
  };
  return {
    id: row._id,
    ...Object.fromEntries(
      publicFields(resource).map(([name, field]) => [publicName(name, field), toValue(name, field)]),
    ),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
};
