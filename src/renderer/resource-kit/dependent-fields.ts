import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { isReferenceField } from '#shared/resource-kit/fields.ts';
import { findFilter } from '#shared/resource-kit/list-fields.ts';
import { findResource } from '#shared/resources/index.ts';

/**
 * Fields that limit the options of another field: those that this resource and the referenced one share.
 * A state's regions, for example, are limited to those of its country.
 */
export const getParentFields = (resource: Resource, name: string): string[] => {
  const field = findFilter(resource, name);
  const target = field && isReferenceField(field) ? findResource(field.to) : undefined;
  return Object.entries(target?.fields ?? {}).flatMap(([targetName, targetField]) => {
    const ownField = findFilter(resource, targetName);
    const isShared =
      ownField && isReferenceField(ownField) && isReferenceField(targetField) && ownField.to === targetField.to;
    return isShared && targetName !== name ? [targetName] : [];
  });
};

/** Fields whose value is no longer valid once this one changes. */
export const getDependentFields = (resource: Resource, name: string): string[] =>
  Object.keys({ ...resource.fields, ...resource.links }).filter((other) =>
    getParentFields(resource, other).includes(name),
  );
