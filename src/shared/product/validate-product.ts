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

  const check = (field: string, message: string, isWrong: (index: number) => boolean): FieldError[] =>
    attributeArr.flatMap((_, index) => (isWrong(index) ? [{ field: `attributeArr.${index}.${field}`, message }] : []));
  const checks = [
    () => check('name', texts.product.attributeNameRequired, (at) => isBlank(attributeArr[at]?.name ?? '')),
    () => check('sku', texts.product.attributeSkuRequired, (at) => isBlank(attributeArr[at]?.sku ?? '')),
    () =>
      check('imagesArr', texts.product.imagesRequired, (at) => needsImages && attributeArr[at]?.imagesArr.length === 0),
    () =>
      attributeArr.flatMap(({ descriptionArr }, index) =>
        descriptionArr.flatMap((line, lineIndex) =>
          isBlank(line)
            ? [
                {
                  field: `attributeArr.${index}.descriptionArr.${lineIndex}`,
                  message: texts.product.featureEmpty,
                },
              ]
            : [],
        ),
      ),
  ];
  for (const findErrors of checks) {
    const errors = findErrors();
    if (errors.length > 0) return errors;
  }
  return [];
};
