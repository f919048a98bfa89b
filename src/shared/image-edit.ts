import { z } from 'zod';

const percent = z.number().min(0).max(100);

/** Quarter turns clockwise in degrees, then the part that is kept, in percent of the turned image. */
const cropSchema = z
  .strictObject({
    rotation: z.literal([0, 90, 180, 270]),
    x: percent,
    y: percent,
    width: percent.min(1, 'Keep more of the image'),
    height: percent.min(1, 'Keep more of the image'),
  })
  .refine(({ x, y, width, height }) => x + width <= 100.01 && y + height <= 100.01, 'The crop lies outside the image')
  .meta({ example: { rotation: 0, x: 10, y: 0, width: 80, height: 100 } });
export type Crop = z.infer<typeof cropSchema>;

/** A point in percent from the left and from the top. */
const focalPointSchema = z.strictObject({ x: percent, y: percent }).meta({ example: { x: 30, y: 20 } });
export type FocalPoint = z.infer<typeof focalPointSchema>;

export const wholeImage: Crop = { rotation: 0, x: 0, y: 0, width: 100, height: 100 };

/** The text of the field `crop`; empty for the whole image. */
export const formatCrop = ({ rotation, x, y, width, height }: Crop): string => {
  const text = [rotation, x, y, width, height].map((each) => Number(each.toFixed(2))).join(' ');
  return text === '0 0 0 100 100' ? '' : text;
};

export const parseCrop = (text: string): Crop => {
  const [rotation, x, y, width, height] = text.split(' ').map(Number);
  const parsed = cropSchema.safeParse({ rotation, x, y, width, height });
  return parsed.success ? parsed.data : wholeImage;
};

/** The text of the field `focalPoint`, which is also a CSS `object-position`; empty for none. */
export const formatFocalPoint = (point: FocalPoint | null): string =>
  point ? `${Math.round(point.x)}% ${Math.round(point.y)}%` : '';

export const parseFocalPoint = (text: string | null | undefined): FocalPoint | null => {
  const [, x, y] = /^(\d{1,2}|100)% (\d{1,2}|100)%$/.exec(text ?? '') ?? [];
  return x && y ? { x: Number(x), y: Number(y) } : null;
};

/** `POST /asset/editById/{id}`; what isn't sent stays. */
export const imageEditSchema = z.strictObject({
  crop: cropSchema.optional().meta({ description: 'Of the original; the whole image restores it' }),
  focalPoint: focalPointSchema
    .nullable()
    .optional()
    .meta({ description: 'What stays visible where the edited image is cut; null for its centre' }),
});
export type ImageEdit = z.infer<typeof imageEditSchema>;

/** Characters of a stored name by which clients find a focal point. */
export const focalKeyLength = 12;

/** `GET /asset/focalPoints` */
export const focalPointsSchema = z.record(z.string(), z.string()).meta({
  description: `By the first ${focalKeyLength} characters of the file`,
  example: { '3f9a0c41d2e8': '30% 20%' },
});
