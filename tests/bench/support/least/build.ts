import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { inRoot } from '../../../../scripts/lib/paths.ts';

/** Builds a page like our own pages. */
const buildPage = async (
  page: 'app' | 'list' | 'sign-in',
  options: InlineConfig['build'],
): Promise<Rolldown.RolldownOutput> =>
  (await build({
    configFile: false,
    logLevel: 'error',
    root: inRoot(),
    define: { 'process.env.NODE_ENV': '"production"' },
    base: './',
    build: {
      target: 'chrome130',
      minify: true,
      rollupOptions: { input: inRoot('tests/bench/support/least', `${page}.tsx`) },
      ...options,
    },
  })) as Rolldown.RolldownOutput;

/** The gzipped size in bytes of a page's libraries. */
export const measureBundle = async (page: 'sign-in' | 'list'): Promise<number> => {
  const built = await buildPage(page, { write: false });
  return built.output.reduce(
    (sum, part) => (part.type === 'chunk' ? sum + gzipSync(part.code, { level: 9 }).length : sum),
    0,
  );
};

/** Writes the page of a minimal desktop app and returns its file. */
export const writeLeastPage = async (outDir: string): Promise<string> => {
  const { output } = await buildPage('app', { outDir });
  const tags = output.map(({ fileName }) => {
    if (fileName.endsWith('.css')) return `<link rel="stylesheet" href="${fileName}">`;
    return fileName.endsWith('.js') ? `<script type="module" src="${fileName}"></script>` : '';
  });
  const file = join(outDir, 'index.html');
  writeFileSync(file, `<!doctype html><meta charset="utf-8"><title>Products</title>${tags.join('')}<body>`);
  return file;
};
