import { IconPhoto } from '@tabler/icons-react';
import { asset } from '#shared/resources/asset.ts';
import { resourceScreens } from '../resource-kit/screens/resource-screens.tsx';

/** The library, on our servers only. */
export const mediaScreens = resourceScreens(asset, {
  menu: { label: 'Media', icon: IconPhoto, keywords: ['library', 'files', 'images', 'pictures'] },
  purpose: 'Every file of your records, once, with where it is used.',
  sections: { File: ['name', 'alt', 'caption', 'tags'] },
  list: async () => (await import('./media/media-list.tsx')).MediaList,
  more: { import: { load: async () => (await import('./media/photos/photo-shoot.tsx')).PhotoShoot } },
  view: async () => (await import('./media/media-view.tsx')).MediaView,
});
