import type { FieldError } from '#shared/api.ts';
import { combinationKey } from '#shared/product/match-variants.ts';
import { invalid } from '../../lib/app-error.ts';
import type { PreparedVariant } from './prepare-variants.ts';
import type { ValuesById } from './value-names.ts';

const findProblems = (variant: PreparedVariant, values: ValuesById): FieldError[] => {
  const problems: FieldError[] = [];
  const seen: string[] = [];
  const refuse = (index: number, name: string, message: string) =>
    problems.push({ field: `attributeValueArr.${index}${name}`, message });
  for (const [index, valueId] of variant.valueIds.entries()) {
    const attributeId = values.get(valueId)?.attributeId;
    const sent = variant.attributeIds?.[index];
    if (attributeId === undefined) {
      refuse(index, '.attributeValueId', 'This attribute value no longer exists. Select another one.');
    } else if (sent && sent !== attributeId) {
      refuse(index, '.attributeId', 'This value belongs to another attribute');
    } else if (seen.includes(attributeId)) {
      refuse(index, '', `“${variant.name}” has two values for the same attribute`);
    } else seen.push(attributeId);
  }
  return problems;
};

/** Throws if values don't exist or don't fit, or if variants share a combination of values. */
export const assertAttributeValues = (variants: readonly PreparedVariant[], values: ValuesById): void => {
  const combinations = new Map<string, string>();
  const errors: FieldError[] = [];
  for (const [index, variant] of variants.entries()) {
    const problems = findProblems(variant, values);
    const combination = combinationKey(variant.valueIds);
    const twin = combinations.get(combination);
    combinations.set(combination, variant.name);
    if (combination && twin !== undefined) {
      problems.push({
        field: 'attributeValueArr',
        message: `“${variant.name}” and “${twin}” have the same attribute values`,
      });
    }
    for (const { field, message } of problems) {
      errors.push({ field: `attributeArr.${index}.${field}`, message });
    }
  }
  if (errors.length > 0) throw invalid(errors);
};
