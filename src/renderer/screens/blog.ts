import { IconNews } from '@tabler/icons-react';
import { blogs } from '#shared/resources/blogs.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const blogScreens = resourceScreens(blogs, {
  menu: { group: 'cms', label: 'Blogs', icon: IconNews },
  columns: (column) => [
    column.serial(),
    column.field('image', { header: 'Image', width: '5rem' }),
    column.field('title', { width: '28%' }),
    column.field('description', { header: 'Blog Description' }),
    column.field('author', { header: 'Blog Author', width: '15%' }),
    column.actions(),
  ],
  sections: { Blog: ['title', 'description'] },
  aside: { Details: ['author', 'image'] },
});
