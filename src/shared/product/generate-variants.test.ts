import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCombinations, generateVariants, type VariantSet } from './generate-variants.ts';
import {
  type AttributeSelection,
  type AttributeWithValues,
  draftCombinationKey,
  selectionOf,
  setAttributeChecked,
  setValuesChecked,
  type VariantDraft,
} from './variant-draft.ts';

const attribute = (name: string, values: string[]): AttributeWithValues => ({
  _id: name,
  name,
  attributeValueArr: values.map((value) => ({ _id: `${name}:${value}`, name: value })),
});
const attributes = [
  attribute('Colour', ['Red', 'Green', 'Blue']),
  attribute('Finish', ['Matt', 'Gloss']),
  {
    // Two values with the same name, and one whose name looks like two joined values.
    ...attribute('Size', []),
    attributeValueArr: ['S', 'S', 'Red-S'].map((name, index) => ({ _id: `Size:${index}`, name })),
  },
];
const nothing: VariantSet = { variants: [], removedVariants: [], selection: {} };

const choose = (before: VariantSet, choice: AttributeSelection, includeRemoved?: boolean) =>
  generateVariants({ before, attributes, selection: choice, includeRemoved });
const withValues = (before: VariantSet, attributeName: string, names: string[], isChecked = true) =>
  choose(
    before,
    setValuesChecked(before.selection, {
      attributeId: attributeName,
      valueIds: names.map((name) => `${attributeName}:${name}`),
      isChecked,
    }),
  );
const names = ({ variants }: VariantSet) => variants.map(({ name }) => name);
const edit = (set: VariantSet, change: (draft: VariantDraft) => Partial<VariantDraft>): VariantSet => ({
  ...set,
  variants: set.variants.map((draft) => ({ ...draft, ...change(draft) })),
});

const colours = withValues(nothing, 'Colour', ['Red', 'Blue']);
const both = withValues(colours, 'Finish', ['Matt', 'Gloss']);

describe('generateVariants', () => {
  it('creates the cross product of the checked values', () => {
    expect(names(both)).toEqual(['Red-Matt', 'Red-Gloss', 'Blue-Matt', 'Blue-Gloss']);
    expect(both.variants.every(({ price }) => price === 0)).toBe(true);
    expect(countCombinations(attributes, both.selection)).toBe(4);
  });

  it('does not count an attribute without checked values', () => {
    const checked = choose(colours, setAttributeChecked(colours.selection, 'Finish', true));
    expect(names(checked)).toEqual(['Red', 'Blue']);
    expect(countCombinations(attributes, checked.selection)).toBe(2);
    expect(countCombinations(attributes, {})).toBe(0);
  });

  it('unchecks the values of an attribute with it', () => {
    const unchecked = choose(both, setAttributeChecked(both.selection, 'Finish', false));
    expect(names(unchecked)).toEqual(['Red', 'Blue']);
    expect(setAttributeChecked(unchecked.selection, 'Finish', true)).toMatchObject({ Finish: [] });
  });

  it('keeps the values of a variant when an attribute is added', () => {
    const filled = edit(colours, ({ name }) => ({ _id: name, sku: `SKU ${name}` }));
    const grown = withValues(filled, 'Finish', ['Matt', 'Gloss']);
    expect(grown.variants.map(({ name, sku, _id }) => [name, sku, _id])).toEqual([
      ['Red-Matt', 'SKU Red', 'Red'],
      ['Red-Gloss', '', null],
      ['Blue-Matt', 'SKU Blue', 'Blue'],
      ['Blue-Gloss', '', null],
    ]);
  });

  it('restores unchecked variants with their values', () => {
    const filled = edit(both, ({ name }) => ({ _id: name, sku: name, imagesArr: [`${name}.png`] }));
    const without = withValues(filled, 'Finish', ['Gloss'], false);
    const back = withValues(
      edit(without, () => ({ price: 5 })),
      'Finish',
      ['Gloss'],
    );
    expect(names(without)).toEqual(['Red-Matt', 'Blue-Matt']);
    expect(back.variants.map(({ price, ...draft }) => draft)).toEqual(
      filled.variants.map(({ price, ...draft }) => draft),
    );
    expect(back.variants.map(({ price }) => price)).toEqual([5, 0, 5, 0]);
    const unchecked = choose(filled, setAttributeChecked(filled.selection, 'Finish', false));
    expect(choose(unchecked, filled.selection).variants).toEqual(filled.variants);
  });

  it('passes a stored id to only one variant', () => {
    const stored = edit(colours, ({ name }) => ({ _id: name, sku: name }));
    const matt = withValues(stored, 'Finish', ['Matt']);
    const plain = choose(matt, setAttributeChecked(matt.selection, 'Finish', false));
    const gloss = withValues(plain, 'Finish', ['Gloss']);
    const idsOf = (set: VariantSet) => set.variants.map(({ _id }) => _id);
    expect([idsOf(matt), idsOf(plain), idsOf(gloss)]).toEqual(Array(3).fill(['Red', 'Blue']));
    expect(idsOf(withValues(gloss, 'Finish', ['Matt']))).toEqual(['Red', null, 'Blue', null]);
    const plainAgain = choose(gloss, setAttributeChecked(gloss.selection, 'Finish', false));
    const fresh = {
      ...plainAgain,
      removedVariants: plainAgain.removedVariants.filter(({ name }) => name.endsWith('Gloss')),
    };
    expect(idsOf(withValues(fresh, 'Finish', ['Matt', 'Gloss']))).toEqual([null, 'Red', null, 'Blue']);
  });

  it('omits removed variants until all are requested', () => {
    const three = { ...both, variants: both.variants.slice(1) };
    const more = withValues(three, 'Colour', ['Green']);
    expect(names(more)).toEqual(['Red-Gloss', 'Green-Matt', 'Green-Gloss', 'Blue-Matt', 'Blue-Gloss']);
    expect(names(choose(more, more.selection, true))).toHaveLength(6);
  });

  it('keeps variants without values', () => {
    const loose: VariantDraft = { ...both.variants[0], name: 'Loose', attributeValueArr: [] } as VariantDraft;
    const set = withValues({ ...nothing, variants: [loose] }, 'Colour', ['Red']);
    expect(names(set)).toEqual(['Loose', 'Red']);
    expect(names(choose(set, {}))).toEqual(['Loose']);
  });

  it('keeps variants when attributes are renamed or reordered', () => {
    const filled = edit(both, ({ name }) => ({ sku: name }));
    const renamed = [...attributes].reverse().map((each) => ({ ...each, name: `New ${each.name}` }));
    const again = generateVariants({ before: filled, attributes: renamed, selection: filled.selection });
    const skuOf = (set: VariantSet) => new Map(set.variants.map((draft) => [draftCombinationKey(draft), draft.sku]));
    expect(skuOf(again)).toEqual(skuOf(filled));
  });
});

type Step =
  | { kind: 'attribute'; index: number; isChecked: boolean }
  | { kind: 'value'; index: number; value: number; isChecked: boolean }
  | { kind: 'fill' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('attribute' as const), index: fc.nat(2), isChecked: fc.boolean() }),
  fc.record({
    kind: fc.constant('value' as const),
    index: fc.nat(2),
    value: fc.nat(2),
    isChecked: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('fill' as const) }),
);

const takeStep = (set: VariantSet, taken: Step, stamp: number): VariantSet => {
  if (taken.kind === 'fill') {
    return edit(set, (draft) => ({
      _id: draft._id ?? `${stamp} ${draftCombinationKey(draft)}`,
      sku: `${stamp} ${draftCombinationKey(draft)}`,
      price: stamp,
      productName: `Pen ${stamp}`,
      imagesArr: [`${stamp}.png`],
      descriptionArr: [`Feature ${stamp}`],
    }));
  }
  const { _id = '', attributeValueArr = [] } = attributes[taken.index] ?? {};
  if (taken.kind === 'attribute') return choose(set, setAttributeChecked(set.selection, _id, taken.isChecked));
  const valueIds = attributeValueArr.slice(taken.value, taken.value + 1).map((value) => value._id);
  return choose(set, setValuesChecked(set.selection, { attributeId: _id, valueIds, isChecked: taken.isChecked }));
};

const dataOf = ({ name, attributeValueArr, _id, ...data }: VariantDraft) => data;

describe('any sequence of checks, unchecks and edits', () => {
  const run = (steps: Step[], check: (set: VariantSet, remembered: Map<string, VariantDraft>) => void) => {
    let set = nothing;
    const remembered = new Map<string, VariantDraft>();
    for (const [index, taken] of steps.entries()) {
      set = takeStep(set, taken, index + 1);
      if (taken.kind === 'fill') {
        for (const draft of set.variants) remembered.set(draftCombinationKey(draft), draft);
      }
      check(set, remembered);
    }
  };

  it('keeps the values of each combination', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        run(steps, ({ variants }, remembered) => {
          for (const draft of variants) {
            const known = remembered.get(draftCombinationKey(draft));
            if (known) expect(dataOf(draft)).toEqual(dataOf(known));
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  it('creates exactly the checked combinations', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        run(steps, ({ variants, selection: choice }) => {
          expect(variants).toHaveLength(countCombinations(attributes, choice));
          expect(new Set(variants.map(draftCombinationKey)).size).toBe(variants.length);
          expect(new Set(variants.map(({ name }) => name)).size).toBe(variants.length);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('uses each stored id once', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        run(steps, ({ variants, selection: choice }) => {
          const ids = variants.flatMap(({ _id }) => (_id === null ? [] : [_id]));
          expect(new Set(ids).size).toBe(ids.length);
          const sorted = (chosen: AttributeSelection) =>
            Object.entries(chosen)
              .filter(([, values]) => values.length > 0)
              .map(([id, values]) => [id, [...values].sort()])
              .sort();
          const whole = variants.length > 0 ? sorted(choice) : [];
          expect(sorted(selectionOf(variants))).toEqual(whole);
        });
      }),
      { numRuns: 300 },
    );
  });
});
