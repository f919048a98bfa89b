import { IconPhoto } from '@tabler/icons-react';
import { banner } from '#shared/resources/banner.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const bannerScreens = resourceScreens(banner, {
  menu: { group: 'cms', label: 'Banners', icon: IconPhoto },
  columns: (column) => [column.banner('imageUrl', { header: 'Banner Image' }), column.actions()],
  sections: { Banner: ['imageUrl', 'name'] },
});
