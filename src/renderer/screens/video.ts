import { IconVideo } from '@tabler/icons-react';
import { video } from '#shared/resources/video.ts';
import { resourceScreens } from '../resource/resource-screens.ts';

export const videoScreens = resourceScreens(video, {
  menu: { group: 'cms', label: 'Home Page Video', icon: IconVideo },
  list: async () => (await import('./video/video-list.tsx')).VideoList,
  form: async () => (await import('./video/video-form.tsx')).VideoForm,
});
