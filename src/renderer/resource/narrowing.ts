import type { Resource } from '#shared/resource/define-resource.ts';
import { isIdField } from '#shared/resource/fields.ts';
import { findFilter } from '#shared/resource/schemas.ts';
import { findResource } from '#shared/resources/index.ts';

/**
 * The fields whose values narrow what can be chosen in another one: what both this resource and the one referred
 * to belong to. The regions that a state can choose from are those of its country.
 */
export const narrowingNames = (resource: Resource, name: string): string[] => {
  const field = findFilter(resource, name);
  const target = field && isIdField(field) ? findResource(field.to) : undefined;
  return Object.entries(target?.fields ?? {}).flatMap(([targetName, targetField]) => {
    const own = findFilter(resource, targetName);
    const isShared = own && isIdField(own) && isIdField(targetField) && own.to === targetField.to;
    return isShared && targetName !== name ? [targetName] : [];
  });
};

/** The fields whose choice no longer fits once this one changes. */
export const narrowedNames = (resource: Resource, name: string): string[] =>
  Object.keys({ ...resource.fields, ...resource.links }).filter((other) =>
    narrowingNames(resource, other).includes(name),
  );
