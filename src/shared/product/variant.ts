import { z } from 'zod';
import { normalizeLine } from '../normalize-text.ts';
import { defineResource } from '../resource-kit/define-resource.ts';
import { exampleId, exampleStoredFile, inputExample } from '../resource-kit/examples.ts';
import { money, type TextField, text } from '../resource-kit/fields.ts';
import { inputSchema } from '../resource-kit/values.ts';

const maxVariants = 10_000;
const maxImages = 100;
const maxFeatures = 200;
const maxFeatureLength = 1000;
const maxValues = 50;

/**
 * The plain fields of a variant. It has its own table, but it is not a resource: it is read, written and deleted only
 * as a part of its product.
 */
export const productVariant = defineResource({
  name: 'productVariant',
  label: 'Variant',
  titleField: 'name',
  paths: {},
  fields: {
    name: text({ label: 'Attribute Name' }),
    productName: text({ label: 'Product Name' }),
    sku: text({ label: 'Attribute Sku' }),
    price: money({ label: 'Price' }),
    gtin: text({ label: 'GTIN', code: 'gtin', example: '8901234567890' }),
  },
  site: { fields: ['name', 'productName', 'sku', 'price', 'gtin'] },
});

const { name, productName, sku, price, gtin } = productVariant.fields;

/** Clients may send a SKU as a number. */
const numberIsText = (value: unknown) => (typeof value === 'number' ? String(value) : (value ?? ''));

export const skuInputSchema = (field: TextField): z.ZodType<string> =>
  z
    .preprocess(numberIsText, inputSchema(field))
    .meta({ description: field.label, example: inputExample(field) }) as unknown as z.ZodType<string>;

export const imageAlt = text({ label: 'Alternative text' });

const imageText = z.string({ error: 'An image must be a file or the name of a stored file' });

const imageInputSchema = z.preprocess(
  (value) => (typeof value === 'string' || value === null ? { image: value } : value),
  z.strictObject(
    {
      image: imageText.nullish(),
      order: z.coerce.number({ error: 'The order of an image must be a number' }).optional(),
      name: z.string({ error: 'A file name must be text' }).nullish(),
      size: z.unknown().optional(),
      alt: (inputSchema(imageAlt) as z.ZodType<string>).nullish(),
    },
    { error: 'An image is text, or { image, order }' },
  ),
);

/** In display order. `name` is the original file name of a stored image; without `alt`, it keeps its alternative text. */
const sortImages = (images: readonly z.output<typeof imageInputSchema>[]) =>
  images
    .map(({ image, name, alt, order }, index) => ({ image: image ?? '', name, alt, order: order ?? index }))
    .filter(({ image }) => image !== '')
    .sort((a, b) => a.order - b.order)
    .map(({ image, name, alt }) => ({ image, name, alt }));

const list = <Item extends z.ZodType>(item: Item, max: number, noun: string) =>
  z
    .array(item, { error: `${noun} must be a list` })
    .max(max, `Add up to ${max} ${noun}`)
    .nullish();

const idSchema = (noun: string) =>
  z
    .string({ error: `${noun} is required` })
    .min(1, `${noun} is required`)
    .max(100);

/** Names are accepted and ignored: the server derives them from the ids. */
const valueInputSchema = z.strictObject(
  {
    attributeValueId: idSchema('attributeValueId'),
    attributeId: z.string().max(100).nullish(),
    attributeValueName: z.unknown().optional(),
    attributeName: z.unknown().optional(),
  },
  { error: 'An attribute value is { attributeValueId, attributeId, attributeValueName, attributeName }' },
);

const optionalText = (field: TextField) => (inputSchema(field) as z.ZodType<string>).nullish();

/** Values are completed at the end: a schema that does it in each field takes twice as long for 10,000 variants. */
const variantInputSchema = z
  .strictObject(
    {
      _id: z.string().max(100).nullish(),
      name: optionalText(name),
      productName: optionalText(productName),
      sku: skuInputSchema(sku).default(''),
      price: (inputSchema(price) as z.ZodType<number | null>).optional(),
      gtin: optionalText(gtin),
      imagesArr: list(imageInputSchema, maxImages, 'images'),
      descriptionArr: list(
        z
          .string({ error: 'A feature must be text' })
          .overwrite(normalizeLine)
          .max(maxFeatureLength, `A feature can be up to ${maxFeatureLength.toLocaleString('en')} characters`),
        maxFeatures,
        'features',
      ),
      attributeValueArr: list(valueInputSchema, maxValues, 'attribute values'),
    },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : 'A variant must be an object') },
  )
  .transform(({ _id, ...input }) => ({
    /** Optional even for an existing variant, which also matches by attribute values or name. */
    _id,
    name: input.name ?? '',
    productName: input.productName ?? '',
    sku: input.sku,
    price: input.price ?? 0,
    /** Without it, a variant keeps its GTIN. */
    gtin: input.gtin === null ? '' : input.gtin,
    imagesArr: sortImages(input.imagesArr ?? []),
    descriptionArr: input.descriptionArr ?? [],
    attributeValueArr: input.attributeValueArr ?? [],
  }));

/** A variant in a request. An image is `filename@@dataURL`, a data URL or the name of a stored file. */
export type VariantInput = z.output<typeof variantInputSchema>;

const valuesExample = [
  {
    attributeValueId: exampleId('attributeValue'),
    attributeId: exampleId('attribute'),
    attributeValueName: 'Blue',
    attributeName: 'Colour',
  },
];
const textsExample = { name: 'Blue', productName: 'Gel pen, blue', sku: 'GEL-BLUE', price: 149.5 };
const inputVariantExample = {
  ...textsExample,
  imagesArr: [{ image: inputExample({ kind: 'image', label: 'Image' }), order: 0 }],
  descriptionArr: ['Writes smoothly'],
  attributeValueArr: valuesExample,
};

export const variantInputsSchema = z
  .array(variantInputSchema, { error: 'attributeArr must be a list of variants' })
  .max(maxVariants, `A product can have up to ${maxVariants.toLocaleString('en')} variants`)
  .meta({
    example: [inputVariantExample],
    description:
      'All variants of the product, in display order. Existing variants are matched by `_id`, then by attribute values, then by name, and keep their `_id`. An image is `filename@@dataURL`, a bare data URL or the name of a stored file, as a string or as `{ image, order, alt }`; without `alt`, a stored file keeps its alternative text, and without `gtin`, a variant its GTIN. Omit this field in an update to leave the variants unchanged',
  });

const variantSchema = z.object({
  _id: z.string(),
  name: z.string(),
  productName: z.string(),
  sku: z.string(),
  price: z.number(),
  gtin: z.string().optional().meta({ description: 'If it has one' }),
  imagesArr: z.array(
    z.object({
      image: z.string(),
      order: z.number(),
      name: z.string().optional().meta({ description: 'Original file name, if known' }),
      size: z.number().optional().meta({ description: 'Size in bytes' }),
      alt: z.string().optional().meta({ description: 'Alternative text, if any' }),
    }),
  ),
  descriptionArr: z.array(z.string()),
  attributeValueArr: z.array(
    z.object({
      attributeValueId: z.string(),
      attributeId: z.string(),
      attributeValueName: z.string(),
      attributeName: z.string(),
    }),
  ),
});

const outputVariantExample = {
  _id: exampleId('productVariant'),
  ...textsExample,
  imagesArr: [{ image: exampleStoredFile, order: 0 }],
  descriptionArr: ['Writes smoothly'],
  attributeValueArr: valuesExample,
};

export const variantsSchema = z.array(variantSchema).meta({
  example: [outputVariantExample],
  description: 'Variants in display order. Images are names of stored files; `order` starts at 0',
});

export type Variant = z.infer<typeof variantSchema>;
