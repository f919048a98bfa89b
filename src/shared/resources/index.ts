import type { Resource } from '../resource/define-resource.ts';
import { category } from './category.ts';
import { country } from './country.ts';
import { faq } from './faq.ts';
import { region } from './region.ts';

/** Every resource, in the order in which records can be created: what is referred to comes first. */
export const resources: readonly Resource[] = [faq, country, region, category];

/** The resource of that name, or undefined. */
export const findResource = (name: string): Resource | undefined =>
  resources.find((resource) => resource.name === name);

/** The fields of other resources that refer to this one. */
export const referencesTo = (
  name: string,
): { resource: Resource; fieldName: string; onDelete: 'restrict' | 'cascade' }[] =>
  resources.flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([fieldName, field]) =>
      field.kind === 'reference' && field.to === name
        ? [{ resource, fieldName, onDelete: field.onDelete }]
        : [],
    ),
  );
