import { IconTags } from '@tabler/icons-react';
import { attribute } from '#shared/resources/attribute.ts';
import { resourceScreens } from '../resource/resource-screens.ts';

export const attributeScreens = resourceScreens(attribute, {
  menu: { group: 'main', label: 'Attribute', icon: IconTags, to: `${attribute.paths.list}/` },
  list: async () => (await import('./attribute/attribute-list.tsx')).AttributeList,
  form: async () => (await import('./attribute/attribute-form.tsx')).AttributeForm,
});
