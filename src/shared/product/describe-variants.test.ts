import { describe, expect, it } from 'vitest';
import { formatVariants } from './describe-variants.ts';

describe('describeVariants', () => {
  it('puts every variant or feature on its own line', () => {
    const variants = [
      { name: 'A5-Red', sku: '17', price: 4.5, imagesArr: ['a.png'], descriptionArr: ['Lined'] },
      { name: '', sku: '', price: 0, imagesArr: [], descriptionArr: [] },
    ];
    expect(formatVariants(variants)).toBe('A5-Red · SKU 17 · 4.50 · 1 image\n  – Lined\nNo name · 0.00 · 0 images');
  });

  it('names the alternative texts of images', () => {
    const imagesArr = [{ image: 'a.png' }, { image: 'b.png', alt: 'Its cap' }];
    expect(formatVariants([{ name: 'A5', sku: '', price: 1, imagesArr, descriptionArr: [] }])).toBe(
      'A5 · 1.00 · 2 images\n  Image 2: Its cap',
    );
  });

  it('returns nothing for other values', () => {
    expect(formatVariants('x')).toBe('');
  });
});
