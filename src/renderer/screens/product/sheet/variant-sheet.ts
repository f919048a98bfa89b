import type { VariantSet } from '#shared/product/generate-variants.ts';
import type { Variant } from '#shared/product/variant.ts';
import { choiceOf, combinationOfDraft, type VariantDraft } from '#shared/product/variant-draft.ts';
import type { LocalFile } from '../../../platform/index.ts';

/** The variants as they are sent; `toSent` maps each local file to its stored name, or to the file to send. */
export const toAttributeArr = (
  { variants }: Pick<VariantSet<Draft>, 'variants'>,
  toSent: (file: LocalFile) => { image: string | LocalFile; name?: string },
): Record<string, unknown>[] =>
  variants.map(({ _id, imagesArr, descriptionArr, attributeValueArr, ...texts }) => ({
    ...(_id !== null && { _id }),
    ...texts,
    imagesArr: imagesArr.map((image, order) => ({
      ...(typeof image === 'string' ? { image } : toSent(image)),
      order,
    })),
    descriptionArr,
    attributeValueArr,
  }));

/** A stored image by its name, or a file of this computer. */
export type VariantImage = string | LocalFile;
export type Draft = VariantDraft<VariantImage>;

let revisions = 0;

/**
 * What the form holds of the variants. It is a class, not a plain object, so that the form takes it as one value:
 * with thousands of variants it must not be copied and compared piece by piece at every key that is typed. Written
 * out it is the list that is sent and read, which `sheetOf` reads back.
 */
export class VariantSheet implements VariantSet<Draft> {
  /** First of all, so that two sheets are told apart at one look. */
  readonly revision: number;
  readonly variants: readonly Draft[];
  readonly aside: readonly Draft[];
  readonly choice: VariantSet['choice'];

  /** The variants as they are sent and read. */
  toJSON(): Record<string, unknown>[] {
    return toAttributeArr(this, (image) => ({ image }));
  }

  constructor({ variants, aside, choice }: VariantSet<Draft>) {
    revisions += 1;
    this.revision = revisions;
    this.variants = variants;
    this.aside = aside;
    this.choice = choice;
  }
}

/** What a variant of a record, or one that was written out, is on the sheet. */
type Written = Partial<Omit<Variant, 'imagesArr'>> & { imagesArr?: { image: VariantImage; order: number }[] };

const toDraft = (variant: Written): Draft => ({
  _id: variant._id ?? null,
  name: variant.name ?? '',
  productName: variant.productName ?? '',
  sku: String(variant.sku ?? ''),
  price: Number(variant.price ?? 0),
  imagesArr: [...(variant.imagesArr ?? [])]
    .sort((one, other) => one.order - other.order)
    .map(({ image }) => image),
  descriptionArr: variant.descriptionArr ?? [],
  attributeValueArr: variant.attributeValueArr ?? [],
});

/** The sheet that a form's value is, or was written out from. */
export const sheetOf = (value: unknown): VariantSheet => {
  if (value instanceof VariantSheet) return value;
  const variants = Array.isArray(value) ? (value as Written[]).map(toDraft) : [];
  return new VariantSheet({ variants, aside: [], choice: choiceOf(variants) });
};

/** What a variant is known by on the screen: its values, which stay the same while it is edited. */
export const keyOf = (draft: Draft): string => combinationOfDraft(draft) || (draft._id ?? draft.name);

/** A sheet in which some variants are changed; the same one where nothing changes. */
export const editVariants = (
  sheet: VariantSheet,
  indexes: Iterable<number>,
  change: (draft: Draft, order: number) => Partial<Draft> | null,
): VariantSheet => {
  const variants = [...sheet.variants];
  let isChanged = false;
  let order = 0;
  for (const index of indexes) {
    const draft = variants[index];
    const changes = draft && change(draft, order);
    order += 1;
    if (!draft || !changes) continue;
    variants[index] = { ...draft, ...changes };
    isChanged = true;
  }
  return isChanged ? new VariantSheet({ ...sheet, variants }) : sheet;
};
