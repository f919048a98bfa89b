import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { inRoot } from '../../../../scripts/lib/paths.ts';

/** The gzipped size in bytes of a page's libraries, built like our own pages. */
export const measureBundle = async (page: 'sign-in' | 'list'): Promise<number> => {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    root: inRoot(),
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'chrome130',
      minify: true,
      rollupOptions: { input: inRoot('tests/bench/support/least', `${page}.tsx`) },
    },
  })) as Rolldown.RolldownOutput;
  return built.output.reduce(
    (sum, part) => (part.type === 'chunk' ? sum + gzipSync(part.code, { level: 9 }).length : sum),
    0,
  );
};
