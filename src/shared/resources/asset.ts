import { defineResource, type RecordOf } from '../resource-kit/define-resource.ts';
import { boolean, choice, maxAltLength, media, reference, text } from '../resource-kit/fields.ts';
import type { FileKind } from '../uploads.ts';

/**
 * A file of the media library. Only the server writes its type, size and uploader, which aren't fields. A file is in the
 * library once, because its stored name is made from its bytes.
 */
export const asset = defineResource({
  name: 'asset',
  label: 'File',
  titleField: 'name',
  paths: { list: '/Media', view: '/Media/View/:id', edit: '/Media/Edit/:id', import: '/Media/Photos' },
  fields: {
    name: text({ label: 'Name', help: 'Empty: the name of the file', isSearchable: true }),
    file: media({ label: 'File', isRequired: true }),
    alt: text({
      label: 'Alternative text',
      help: 'What it shows, for people who can’t see it. Used wherever the file is chosen',
      maxLength: maxAltLength,
      isSearchable: true,
      isUnsorted: true,
    }),
    caption: text({ label: 'Caption', isMultiline: true, isSearchable: true, isUnsorted: true }),
    tags: text({ label: 'Tags', help: 'Separated by commas', isSearchable: true, isUnsorted: true }),
    original: media({ label: 'Original', help: 'The image before it was cropped or rotated', isUnsorted: true }),
    crop: text({ label: 'Crop', isUnsorted: true, example: '0 10 0 80 100' }),
    focalPoint: text({ label: 'Focal point', isUnsorted: true, example: '30% 20%' }),
  },
  extraFilters: {
    type: choice({
      label: 'Type',
      options: [
        { value: 'image', label: 'Image' },
        { value: 'pdf', label: 'PDF' },
        { value: 'video', label: 'Video' },
        { value: 'captions', label: 'Captions' },
      ],
    }),
    isUsed: boolean({ label: 'Used' }),
    isMissingAlt: boolean({ label: 'Alternative text missing' }),
    isTooSmall: boolean({ label: 'Too small for its use' }),
    isWrongShape: boolean({ label: 'Wrong shape for its use' }),
    isDuplicate: boolean({ label: 'Looks like another file' }),
    similarTo: reference({ label: 'Looks like', to: 'asset' }),
    productId: reference({ label: 'Product', to: 'product' }),
  },
  extraSorts: ['size'],
});

/** A file of the library as the server returns it. */
export type Asset = RecordOf<typeof asset> & {
  type?: FileKind | null;
  size?: number | null;
  useCount?: number;
  /** Other files that show the same. */
  similarCount?: number;
  uploadedByName?: string | null;
};
