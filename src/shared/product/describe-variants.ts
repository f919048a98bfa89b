import { z } from 'zod';
import { formatCount } from '../resource-kit/labels.ts';

const describedSchema = z.array(
  z.looseObject({
    name: z.string().catch(''),
    sku: z.coerce.string().catch(''),
    price: z.coerce.number().catch(0),
    gtin: z.string().catch(''),
    imagesArr: z.array(z.object({ alt: z.string().optional() }).catch({})).catch([]),
    descriptionArr: z.array(z.string()).catch([]),
  }),
);

/** Describes variants in plain text: one line per variant and one per feature. */
export const formatVariants = (variants: unknown): string => {
  const parsed = describedSchema.safeParse(variants);
  if (!parsed.success) return '';
  return parsed.data
    .map(({ name, sku, price, gtin, imagesArr, descriptionArr }) => {
      const line = [
        name || 'No name',
        sku && `SKU ${sku}`,
        price.toFixed(2),
        gtin && `GTIN ${gtin}`,
        formatCount(imagesArr.length, 'image'),
      ].filter(Boolean);
      const alts = imagesArr.flatMap(({ alt }, index) => (alt ? [`  Image ${index + 1}: ${alt}`] : []));
      return [line.join(' · '), ...alts, ...descriptionArr.map((feature) => `  – ${feature}`)].join('\n');
    })
    .join('\n');
};

const describedValuesSchema = z.array(
  z.looseObject({
    name: z.string().catch(''),
    isRemoved: z.boolean().optional(),
    replacementId: z.string().optional(),
  }),
);

/** Describes the values of an attribute in plain text, one per line. */
const formatAttributeValues = (values: unknown): string => {
  const parsed = describedValuesSchema.safeParse(values);
  if (!parsed.success) return '';
  return parsed.data
    .filter(({ isRemoved, replacementId }) => !isRemoved && replacementId === undefined)
    .map(({ name }) => name)
    .join('\n');
};

/** Parts of a record beside its fields, by property name, with the text that the history shows. */
export const relatedFields: Readonly<Record<string, { label: string; describe: (value: unknown) => string }>> = {
  attributeArr: { label: 'Variants', describe: formatVariants },
  attributeValueArr: { label: 'Values', describe: formatAttributeValues },
};
