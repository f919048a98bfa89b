import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { resourceScreens } from '../resource/resource-screens.ts';

export const attributeValueScreens = resourceScreens(attributeValue, {
  within: attribute,
  list: async () => (await import('./attribute-value/attribute-value-list.tsx')).AttributeValueList,
  form: async () => (await import('./attribute-value/attribute-value-form.tsx')).AttributeValueForm,
});
