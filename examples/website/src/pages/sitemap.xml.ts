import type { APIRoute } from 'astro';
import { listPages, sections } from '../content.ts';

export const GET: APIRoute = ({ site }) => {
  const pages = [
    { path: '/', updatedAt: '' },
    ...sections.map(({ path }) => ({ path, updatedAt: '' })),
    ...listPages(),
  ];
  const urls = pages.map(
    ({ path, updatedAt }) =>
      `<url><loc>${new URL(path, site)}</loc>${updatedAt && `<lastmod>${updatedAt}</lastmod>`}</url>`,
  );
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('\n')}</urlset>\n`,
    { headers: { 'content-type': 'application/xml' } },
  );
};
