import { IconVideo } from '@tabler/icons-react';
import { video } from '#shared/resources/video.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const videoScreens = resourceScreens(video, {
  menu: { group: 'cms', label: 'Home Page Video', icon: IconVideo },
  title: 'Home Page Video',
  columns: (column) => [
    column.field('name', { header: 'Name', width: '25%' }),
    column.field('videoUrl', { header: 'Video', width: '16rem' }),
    column.field('description'),
    column.field('status'),
    column.actions(),
  ],
});
