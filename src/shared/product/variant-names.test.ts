import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateVariants, isFilled, type VariantSet } from './generate-variants.ts';
import {
  type AttributeSelection,
  type AttributeWithValues,
  setAttributeChecked,
  setValuesChecked,
  type VariantDraft,
} from './variant-draft.ts';

const attributes: readonly AttributeWithValues[] = [
  { name: 'Colour', values: ['Red', 'Blue'] },
  { name: 'Finish', values: ['Matt', 'Gloss'] },
].map(({ name, values }) => ({
  _id: name,
  name,
  attributeValueArr: values.map((value) => ({ _id: `${name}:${value}`, name: value })),
}));
const nothing: VariantSet = { variants: [], removedVariants: [], selection: {} };

const choose = (before: VariantSet, choice: AttributeSelection, offered = attributes) =>
  generateVariants({ before, attributes: offered, selection: choice });

/** Gives new ids to values, as if they had been deleted and created again. */
const recreated = (offered: readonly AttributeWithValues[], isRecreated: (valueName: string) => boolean) =>
  offered.map((each) => ({
    ...each,
    attributeValueArr: each.attributeValueArr.map((value) =>
      isRecreated(value.name) ? { ...value, _id: `new ${value._id}` } : value,
    ),
  }));

const check = (choice: AttributeSelection, attributeId: string, valueIds: string[], isChecked = true) =>
  setValuesChecked(choice, { attributeId, valueIds, isChecked });

const fill = (set: VariantSet, stamp = ''): VariantSet => ({
  ...set,
  variants: set.variants.map((draft) => ({
    ...draft,
    _id: draft._id ?? `${stamp}${draft.name}`,
    sku: `${stamp}SKU ${draft.name}`,
    price: 5,
    imagesArr: [`${stamp}${draft.name}.png`],
    descriptionArr: [`${stamp}Fast`],
  })),
});

const colours = choose(nothing, check({}, 'Colour', ['Colour:Red', 'Colour:Blue']));
const filled = fill(colours);
const dataOf = ({ variants }: VariantSet) => variants.map(({ attributeValueArr: _values, ...draft }) => draft);

describe('a variant of the same name', () => {
  const offered = recreated(attributes, (name) => name === 'Red');

  it('keeps its data when its value was recreated', () => {
    const again = choose(filled, check(filled.selection, 'Colour', ['new Colour:Red']), offered);
    expect(dataOf(again)).toEqual(dataOf(filled));
    expect(again.variants[0]?.attributeValueArr[0]?.attributeValueId).toBe('new Colour:Red');
  });

  it('is restored when its cleared value was recreated', () => {
    const cleared = choose(filled, check(filled.selection, 'Colour', ['Colour:Red'], false));
    expect(dataOf(cleared)).toHaveLength(1);
    const again = choose(cleared, check(cleared.selection, 'Colour', ['new Colour:Red']), offered);
    expect(dataOf(again)).toEqual(dataOf(filled));
  });

  it('keeps its data when its whole attribute was recreated', () => {
    const [colour, ...others] = recreated(attributes, (name) => name === 'Red' || name === 'Blue');
    if (!colour) return expect.fail('there is an attribute');
    const choice = check(filled.selection, 'Ink', ['new Colour:Red', 'new Colour:Blue']);
    expect(dataOf(choose(filled, choice, [{ ...colour, _id: 'Ink' }, ...others]))).toEqual(dataOf(filled));
  });

  it('leaves the stored id to the variant that has it', () => {
    const gloss = choose(filled, check(filled.selection, 'Finish', ['Finish:Gloss']));
    const removed = { ...filled.variants[0], name: 'Red-Matt' } as VariantDraft;
    const both = choose({ ...gloss, removedVariants: [removed] }, check(gloss.selection, 'Finish', ['Finish:Matt']));
    expect(both.variants.map(({ name, _id, imagesArr }) => [name, _id, imagesArr])).toEqual([
      ['Red-Matt', null, ['Red.png']],
      ['Red-Gloss', 'Red', ['Red.png']],
      ['Blue-Matt', null, []],
      ['Blue-Gloss', 'Blue', ['Blue.png']],
    ]);
  });
});

type Step =
  | { kind: 'toggle'; attribute: number; value: number; isChecked: boolean }
  | { kind: 'recreate'; name: string }
  | { kind: 'fill' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('toggle' as const),
    attribute: fc.nat(1),
    value: fc.nat(1),
    isChecked: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('recreate' as const),
    name: fc.constantFrom('Red', 'Blue', 'Matt', 'Gloss'),
  }),
  fc.record({ kind: fc.constant('fill' as const) }),
);

describe('any sequence of checks, edits and values that are created again', () => {
  it('never duplicates a stored id or name', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let set = nothing;
        let offered = attributes;
        for (const [index, taken] of steps.entries()) {
          if (taken.kind === 'fill') set = fill(set, `${index} `);
          else if (taken.kind === 'recreate') offered = recreated(offered, (name) => name === taken.name);
          else {
            const { _id = '', attributeValueArr = [] } = offered[taken.attribute] ?? {};
            const ids = attributeValueArr.slice(taken.value, taken.value + 1).map((value) => value._id);
            const before = new Map(set.variants.map((draft) => [draft.name, draft.imagesArr]));
            set = choose(set, check(set.selection, _id, ids, taken.isChecked), offered);
            for (const { name, imagesArr } of set.variants) {
              if (before.has(name)) expect(imagesArr).toEqual(before.get(name));
            }
          }
          const ids = set.variants.flatMap(({ _id }) => _id ?? []);
          expect(new Set(ids).size).toBe(ids.length);
          expect(new Set(set.variants.map(({ name }) => name)).size).toBe(set.variants.length);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the variants that a change removes', () => {
  const both = choose(colours, check(colours.selection, 'Finish', ['Finish:Matt', 'Finish:Gloss']));
  it.each<[string, VariantSet, AttributeSelection, string[]]>([
    ['a cleared value', both, check(both.selection, 'Colour', ['Colour:Red'], false), ['Red-Matt', 'Red-Gloss']],
    ['a cleared attribute', both, setAttributeChecked(both.selection, 'Finish', false), ['Red-Gloss', 'Blue-Gloss']],
    ['another attribute', colours, check(colours.selection, 'Finish', ['Finish:Matt']), []],
  ])('are those that nothing continues after %s', (_what, before, choice, names) => {
    expect(choose(before, choice).removed.map(({ name }) => name)).toEqual(names);
  });

  it('leave out one whose value was created again', () => {
    const offered = recreated(attributes, (name) => name === 'Red');
    const choice = check(filled.selection, 'Colour', ['new Colour:Red']);
    expect(choose(filled, choice, offered).removed).toEqual([]);
  });
});

describe('isFilled', () => {
  const [red] = colours.variants as [VariantDraft];

  it.each<[string, Partial<VariantDraft>]>([
    ['a name of its own', { name: 'Crimson' }],
    ['a product name', { productName: 'Pen' }],
    ['a SKU', { sku: '17' }],
    ['a price', { price: 1 }],
    ['an image', { imagesArr: ['a.png'] }],
    ['a feature', { descriptionArr: ['Fast'] }],
  ])('is true of a variant with %s', (_what, changes) => {
    expect(isFilled({ ...red, ...changes })).toBe(true);
  });

  it('is false of a generated variant, also when its name was counted', () => {
    expect([isFilled(red), isFilled({ ...red, name: 'Red-2' })]).toEqual([false, false]);
  });
});
