import { IconPlant2 } from '@tabler/icons-react';
import { lifeAtSaya } from '#shared/resources/life-at-saya.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const lifeScreens = resourceScreens(lifeAtSaya, {
  menu: { group: 'cms', label: 'Life at the company', icon: IconPlant2 },
  list: async () => (await import('./life/life-list.tsx')).LifeList,
  prepare: async (values) => (await import('./life/life-body.ts')).lifeBody(values),
  form: async () => (await import('./life/life-form.tsx')).LifeForm,
});
