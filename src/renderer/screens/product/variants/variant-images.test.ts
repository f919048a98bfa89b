// @vitest-environment jsdom
import type { DragEvent } from 'react';
import { expect, it } from 'vitest';
import { handleVariantDrop } from './variant-images.ts';
import { toVariantSheet, type VariantSheet } from './variant-sheet.ts';

const [small, medium] = ['S', 'M'].map((name) => {
  const value = { attributeValueId: name, attributeId: 'size', attributeValueName: name };
  return { name, attributeValueArr: [{ ...value, attributeName: 'Size' }] };
});
const file = { id: 'red', name: 'red.png', size: 1, type: 'image/png', previewUrl: 'blob:red' };
const image = { image: file, name: 'red.png', size: 1 };

it('adds dropped images to their variant if the variants change while the images are read', async () => {
  let sheet = toVariantSheet([medium]) as VariantSheet;
  let finishReading: (images: (typeof image)[]) => void = () => undefined;
  const reading = new Promise<(typeof image)[]>((resolve) => {
    finishReading = resolve;
  });
  const [variant] = sheet.variants;
  if (!variant) throw new Error('There is no variant');
  const dropped = handleVariantDrop({ dataTransfer: { getData: () => '' } } as unknown as DragEvent, {
    variant,
    selectedKeys: [],
    images: { pick: () => reading, drop: () => reading, getSources: () => [] },
    change: (_label, edit) => {
      sheet = edit(sheet);
    },
  });
  sheet = toVariantSheet([small, medium]) as VariantSheet;
  finishReading([image]);
  await dropped;
  expect(sheet.variants.map(({ name, imagesArr }) => [name, imagesArr])).toEqual([
    ['S', []],
    ['M', [image]],
  ]);
});
