import { IconTags } from '@tabler/icons-react';
import { fillPath } from '#shared/resource/paths.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const attributeScreens = resourceScreens(attribute, {
  menu: { group: 'main', label: 'Attribute', icon: IconTags, to: `${attribute.paths.list}/` },
  columns: (column) => [
    column.serial(),
    column.field('name'),
    column.link({
      header: 'Attribute Value',
      width: '10rem',
      label: 'Attribute Value',
      to: ({ _id }) => fillPath(attributeValue.paths.list, { attributeId: _id }),
    }),
    column.actions(),
  ],
  form: async () => (await import('./attribute/attribute-form.tsx')).AttributeForm,
});
