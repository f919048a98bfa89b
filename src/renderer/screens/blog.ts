import { IconNews } from '@tabler/icons-react';
import { blogs } from '#shared/resources/blogs.ts';
import { resourceScreens } from '../resource/resource-screens.ts';

export const blogScreens = resourceScreens(blogs, {
  menu: { group: 'cms', label: 'Blogs', icon: IconNews },
  list: async () => (await import('./blog/blog-list.tsx')).BlogList,
  form: async () => (await import('./blog/blog-form.tsx')).BlogForm,
});
