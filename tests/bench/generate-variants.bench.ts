import assert from 'node:assert/strict';
import { generateVariants, type VariantSet } from '../../src/shared/product/generate-variants.ts';
import type { VariantDraft } from '../../src/shared/product/variant-draft.ts';
import { compare } from './support/measure.ts';
import { allOf, attributesFor } from './support/variants.ts';

/** Measures generating variants, from scratch and on top of a complete set, against the plain loops. */
for (const count of [100, 1000, 10_000]) {
  const attributes = attributesFor(count);
  const choice = allOf(attributes);
  const none: VariantSet = { variants: [], removedVariants: [], selection: {} };
  const [first, second] = attributes.map(({ _id: attributeId, name: attributeName, attributeValueArr }) =>
    attributeValueArr.map(({ _id, name }) => ({
      attributeValueId: _id,
      attributeId,
      attributeValueName: name,
      attributeName,
    })),
  );
  const bare = (): VariantDraft[] =>
    (first ?? []).flatMap((one) =>
      (second ?? []).map((other) => ({
        _id: null,
        productName: '',
        sku: '',
        price: 0,
        imagesArr: [],
        descriptionArr: [],
        name: `${one.attributeValueName}-${other.attributeValueName}`,
        attributeValueArr: [one, other],
      })),
    );
  const generate = (before: VariantSet) => generateVariants({ before, attributes, selection: choice });
  const made = generate(none);
  assert.deepEqual(made.variants, bare());
  const filled = {
    ...made,
    variants: made.variants.map((variant, index) => ({ ...variant, sku: `SKU ${index}`, price: index })),
  };
  const unchecked = { ...choice, Size: (choice.Size ?? []).slice(1) };
  const less = generateVariants({ before: filled, attributes, selection: unchecked });
  assert.deepEqual(generate(less).variants, filled.variants);
  await compare({
    title: `${count.toLocaleString('en')} variants`,
    rounds: 50,
    contenders: [
      { name: 'bare loops (the limit)', run: bare },
      { name: 'from nothing', run: () => generate(none) },
      { name: 'one value checked again', run: () => generate(less) },
    ],
  });
}
