import type { DecimalSeparator } from '#shared/import-numbers.ts';
import { runImport } from './import-actions.ts';
import { changeImport, getImport, type ProductOptions } from './import-store.ts';

/** Says how the amounts of a column are written, and checks again. */
export const chooseSeparator = async (title: string, separator: DecimalSeparator): Promise<void> => {
  const { numbers, revision } = getImport();
  changeImport({
    numbers: { ...numbers, separators: { ...numbers.separators, [title]: separator } },
    revision: revision + 1,
  });
  await runImport('check');
};

/** Says whether the amounts of a column are rounded, and checks again. */
export const chooseRounding = async (title: string, isRounded: boolean): Promise<void> => {
  const { numbers, revision } = getImport();
  const others = numbers.rounded.filter((other) => other !== title);
  changeImport({
    numbers: { ...numbers, rounded: isRounded ? [...others, title] : others },
    revision: revision + 1,
  });
  await runImport('check');
};

/** Updates the options for missing SKUs and web images. */
export const changeProductOptions = (change: Partial<ProductOptions>): void => {
  const { productOptions, revision } = getImport();
  // A check only counts images, so its result stays valid.
  const isChecked = Object.keys(change).every((name) => name === 'isDownloading');
  changeImport({
    productOptions: { ...productOptions, ...change },
    revision: isChecked ? revision : revision + 1,
  });
};
