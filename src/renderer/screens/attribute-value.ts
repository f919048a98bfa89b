import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const attributeValueScreens = resourceScreens(attributeValue, {
  within: attribute,
  columns: (column) => [
    column.serial(),
    column.field('name', { header: 'Attribute Value Name' }),
    column.actions(),
  ],
  form: async () => (await import('./attribute-value/attribute-value-form.tsx')).AttributeValueForm,
});
