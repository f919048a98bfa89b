import type { AstroIntegration } from 'astro';

/**
 * While watching, addresses with a preview token are rendered for each request from what the token reads. A built site has
 * no such page.
 */
export const previews: AstroIntegration = {
  name: 'previews',
  hooks: {
    'astro:config:setup': ({ command, injectRoute }) => {
      if (command !== 'dev') return;
      injectRoute({ pattern: '/preview/[...path]', entrypoint: './src/preview.astro', prerender: false });
    },
    'astro:server:setup': ({ server }) => {
      server.middlewares.use((request, _response, next) => {
        const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://localhost');
        if (searchParams.has('preview')) request.url = `/preview${pathname.replace(/\/$/, '')}${search}`;
        next();
      });
    },
  },
};
