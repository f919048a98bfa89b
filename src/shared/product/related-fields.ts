import { formatVariants } from './describe-variants.ts';

/** Related data of a record, by property name, with the text that the history shows. */
export const relatedFields: Readonly<
  Record<string, { label: string; describe: (value: unknown) => string }>
> = {
  attributeArr: { label: 'Variants', describe: formatVariants },
};
