import { z } from 'zod';
import { exampleStoredPdf, inputExample } from './resource-kit/examples.ts';

/** Widths in pixels of the small WebP versions of images that the server makes when they are uploaded. */
export const uploadedWidths = [80, 320, 1280] as const;

/** All widths. The server makes the others when a website requests them. */
export const renditionWidths = [80, 320, 640, 1280] as const;

export type RenditionWidth = (typeof renditionWidths)[number];

/** The address of a stored image's rendition with at least this width in pixels. Other images have none. */
export const renditionPath = (url: string, width: number): string => {
  if (!url.startsWith('/uploads/')) return url;
  const stored = uploadedWidths.find((each) => each >= width) ?? Math.max(...uploadedWidths);
  return `${url}${url.includes('?') ? '&' : '?'}w=${stored}`;
};

/** `POST /file/preview`: the first page of a PDF, or a frame of a video. */
export const filePreviewSchema = z.strictObject({
  file: z.string().max(255).meta({ description: 'Name of the stored PDF or video', example: exampleStoredPdf }),
  image: z
    .string()
    .min(1, 'image is required')
    .meta({ description: '`filename@@dataURL`', example: inputExample({ kind: 'image', label: 'Preview' }) }),
});

export type FilePreview = z.infer<typeof filePreviewSchema>;
