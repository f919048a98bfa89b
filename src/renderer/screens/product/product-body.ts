import { generateSkus } from '#shared/product/skus.ts';
import type { VariantDraft } from '#shared/product/variant-draft.ts';
import { product } from '#shared/resources/product.ts';
import type { LocalFile } from '../../platform/index.ts';
import { collectLocalFiles, mapLocalFiles } from '../../platform/local-files.ts';
import { send } from '../../resource-kit/client.ts';
import type { AdaptCopy, Body, SendOptions } from '../../resource-kit/declared-screens.ts';
import { isFullServer } from '../../resource-kit/server-level.ts';
import { type EditableVariant, toVariantSheet, VariantSheet } from './variants/variant-sheet.ts';

/** Uploads each file once, even if several variants use it, and returns the stored names by file id. */
const storeImages = async (files: readonly LocalFile[], { onProgress, signal }: SendOptions) => {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const names = new Map<string, string>();
  let sentBytes = 0;
  for (const file of files) {
    const { data } = await send<{ data: { image: string } }>({
      method: 'POST',
      path: `/${product.name}/image`,
      body: { image: file },
      onProgress: (fraction) => onProgress?.((sentBytes + fraction * file.size) / total),
      signal,
    });
    names.set(file.id, data.image);
    sentBytes += file.size;
  }
  return names;
};

/** Product fields that section 3 lists but the payload of section 7 omits. */
export const unspecifiedFields: readonly (keyof typeof product.fields)[] = ['materialType', 'price', 'isBestSeller'];

const pickSpecifiedValues = (values: Body): Body =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !unspecifiedFields.some((unsent) => unsent === name)));

/** The variants as in section 7: without ids, and new images as bare data URLs. */
const toSpecifiedVariants = (variants: readonly EditableVariant[]) =>
  variants.map(({ _id, gtin: _gtin, imagesArr, ...variant }) => ({
    ...variant,
    imagesArr: imagesArr.map(({ image }, order) => ({
      image: typeof image === 'string' ? image : { ...image, isBare: true },
      order,
    })),
  }));

const uploadImages = async (body: Body, options: SendOptions): Promise<Body> => {
  const names = await storeImages(collectLocalFiles({ variants: body.attributeArr }), options);
  const { attributeArr } = mapLocalFiles({ attributeArr: body.attributeArr }, (file) => names.get(file.id) ?? file);
  return { ...body, attributeArr };
};

/** Builds the request body. Without `attributeArr`, the server leaves the variants unchanged. */
export const productBody = async (values: Body, options: SendOptions): Promise<Body> => {
  const isFull = await isFullServer();
  const body = isFull ? values : pickSpecifiedValues(values);
  if (body.attributeArr === undefined) return body;
  const { variants } = toVariantSheet(body.attributeArr);
  return isFull
    ? uploadImages({ ...body, attributeArr: variants }, options)
    : { ...body, attributeArr: toSpecifiedVariants(variants) };
};

type Source = { name: string; variants: readonly Pick<VariantDraft, 'sku' | 'attributeValueArr'>[] };

const getValueTokens = (variants: Source['variants']): string[] => {
  const names = variants.flatMap(({ attributeValueArr }) =>
    attributeValueArr.map(({ attributeName }) => attributeName.toLowerCase()),
  );
  return [...new Set(names)].map((name) => `{${name}}`);
};

const hasDuplicates = (skus: readonly string[]): boolean => new Set(skus).size < skus.length;

/** New SKUs from the name and the values of each variant, with a counter if that isn't unique. */
export const generateCopySkus = ({ name, variants }: Source): string[] => {
  const product = { name, sku: '' };
  const tokens = ['{product}', ...getValueTokens(variants)];
  const skus = generateSkus({ pattern: tokens.join('-'), product, variants });
  const unique = hasDuplicates(skus)
    ? generateSkus({ pattern: [...tokens, '{n:3}'].join('-'), product, variants })
    : skus;
  // A variant without a SKU stays without one.
  return unique.map((sku, index) => (variants[index]?.sku ? sku : ''));
};

/** A copied product keeps its variants and their stored images, but gets new SKUs and no GTIN. */
export const adaptProductCopy: AdaptCopy = ({ source, values }) => {
  const { variants, selection } = toVariantSheet(source.attributeArr);
  const skus = generateCopySkus({ name: String(values.name ?? ''), variants });
  const copied = variants.map((variant, index) => ({ ...variant, _id: null, sku: skus[index] ?? '', gtin: undefined }));
  return {
    ...values,
    sku: '',
    gtin: '',
    attributeArr: new VariantSheet({ variants: copied, removedVariants: [], selection }),
  };
};
