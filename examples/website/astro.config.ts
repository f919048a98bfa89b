import { resolve } from 'node:path';
import { defineConfig } from 'astro/config';
import { previews } from './scripts/previews.ts';

/** `npm run site` and `npm run watch` set these; see scripts/options.ts. */
const { SITE_CONTENT = '.content', SITE_ADDRESS = 'http://localhost:4321' } = process.env;
const conditions = ['source', 'module', 'import', 'default'];

export default defineConfig({
  site: SITE_ADDRESS,
  publicDir: resolve(SITE_CONTENT, 'public'),
  build: { inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  integrations: [previews],
  vite: {
    resolve: { alias: { 'content.json': resolve(SITE_CONTENT, 'site.json') }, conditions },
    // Each of Vite's environments has its own: `ssr` renders while watching, `prerender` while building.
    ssr: { resolve: { conditions } },
    environments: { prerender: { resolve: { conditions } } },
  },
});
