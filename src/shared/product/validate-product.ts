import type { FieldError } from '../api.ts';
import { texts } from '../texts.ts';

/** Properties that are checked. Of the images, only the number matters. */
export type ProductToValidate = {
  name?: string | undefined;
  attributeArr?:
    | readonly {
        name: string;
        sku: string;
        imagesArr: readonly unknown[];
        descriptionArr: readonly string[];
      }[]
    | undefined;
};

const isBlank = (text: string) => text.trim() === '';

/**
 * Section 5 of the specification: returns the errors of the first failing check, one for each invalid field. Missing
 * properties are not checked, and an import may leave out images, for which the form asks later.
 */
export const validateProduct = (
  { name, attributeArr = [] }: ProductToValidate,
  { needsImages = true }: { needsImages?: boolean } = {},
): FieldError[] => {
  if (name !== undefined && isBlank(name)) return [{ field: 'name', message: texts.product.nameRequired }];

  type Variant = (typeof attributeArr)[number];
  const check = (field: string, message: string, isWrong: (variant: Variant) => boolean): FieldError[] =>
    attributeArr.flatMap((variant, index) =>
      isWrong(variant) ? [{ field: `attributeArr.${index}.${field}`, message }] : [],
    );
  const emptyFeatures = attributeArr.flatMap(({ descriptionArr }, index) =>
    descriptionArr.flatMap((line, lineIndex) => {
      const field = `attributeArr.${index}.descriptionArr.${lineIndex}`;
      return isBlank(line) ? [{ field, message: texts.product.featureEmpty }] : [];
    }),
  );
  const checks = [
    check('name', texts.product.attributeNameRequired, (variant) => isBlank(variant.name)),
    check('sku', texts.product.attributeSkuRequired, (variant) => isBlank(variant.sku)),
    check('imagesArr', texts.product.imagesRequired, ({ imagesArr }) => needsImages && imagesArr.length === 0),
    emptyFeatures,
  ];
  return checks.find((errors) => errors.length > 0) ?? [];
};
