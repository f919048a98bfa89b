import { IconPhoto } from '@tabler/icons-react';
import { banner } from '#shared/resources/banner.ts';
import { resourceScreens } from '../resource/resource-screens.ts';

export const bannerScreens = resourceScreens(banner, {
  menu: { group: 'cms', label: 'Banners', icon: IconPhoto },
  list: async () => (await import('./banner/banner-list.tsx')).BannerList,
  form: async () => (await import('./banner/banner-form.tsx')).BannerForm,
});
