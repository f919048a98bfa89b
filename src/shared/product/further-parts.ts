import { describeVariants } from './describe-variants.ts';

/** What records hold beside their fields, and how it is told in words; by the name that it has in a record. */
export const furtherParts: Readonly<Record<string, { label: string; describe: (value: unknown) => string }>> =
  {
    attributeArr: { label: 'Variants', describe: describeVariants },
  };
