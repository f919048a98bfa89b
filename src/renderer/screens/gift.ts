import { IconGift } from '@tabler/icons-react';
import { gift } from '#shared/resources/gift.ts';
import { resourceScreens } from '../resource/resource-screens.ts';

export const giftScreens = resourceScreens(gift, {
  menu: { group: 'content', label: 'Gifts', icon: IconGift },
  list: async () => (await import('./gift/gift-list.tsx')).GiftList,
  view: async () => (await import('./gift/gift-view.tsx')).GiftView,
  form: async () => (await import('./gift/gift-form.tsx')).GiftForm,
});
