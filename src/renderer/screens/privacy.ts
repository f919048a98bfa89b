import { IconShieldLock } from '@tabler/icons-react';
import { privacy } from '#shared/resources/privacy.ts';
import { resourceScreens } from '../resource/resource-screens.ts';

export const privacyScreens = resourceScreens(privacy, {
  menu: { group: 'content', label: 'Privacy policy', icon: IconShieldLock },
  list: async () => (await import('./privacy/privacy-list.tsx')).PrivacyList,
  view: async () => (await import('./privacy/privacy-view.tsx')).PrivacyView,
  form: async () => (await import('./privacy/privacy-form.tsx')).PrivacyForm,
});
