import { generateSkus } from '#shared/product/sku-pattern.ts';
import type { VariantDraft } from '#shared/product/variant-draft.ts';
import type { AdaptCopy } from '../../resource-kit/declared-screens.ts';
import { getImageInfos } from './product-image.ts';
import { toVariantSheet, VariantSheet } from './sheet/variant-sheet.ts';

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

/** A copied product keeps its variants and their stored images, but gets new SKUs. */
export const adaptProductCopy: AdaptCopy = ({ source, values }) => {
  const { variants, selection } = toVariantSheet(source.attributeArr);
  const skus = generateCopySkus({ name: String(values.name ?? ''), variants });
  const copied = variants.map((variant, index) => ({ ...variant, _id: null, sku: skus[index] ?? '' }));
  const infos = getImageInfos(source);
  return {
    ...values,
    sku: '',
    attributeArr: new VariantSheet({ variants: copied, removedVariants: [], selection }),
    // The original names of the stored images, which the server only knows per product.
    imageNames: Object.fromEntries([...infos].map(([image, { name }]) => [image, name])),
  };
};
