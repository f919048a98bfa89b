import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const at = (path: string) => resolve(import.meta.dirname, path);
const alias = { '#shared': at('src/shared') };

/** Pages lie at deep addresses on both hosts, so their files are asked for from the root; electron-vite says './'. */
const absoluteBase = { name: 'absolute-base', config: () => ({ base: '/' }) };

/** For the notices that the packaged app comes with: what is bundled leaves the file of its licence behind. */
const license = { fileName: '.vite/licences.json' };

/** Compresses scripts and styles once, for the server to give to browsers; the desktop app reads them as they are. */
const compressed = {
  name: 'compressed',
  writeBundle: ({ dir = '' }, bundle: Record<string, unknown>) => {
    for (const name of Object.keys(bundle).filter((each) => /\.(?:m?js|css)$/.test(each))) {
      const path = resolve(dir, name);
      writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
    }
  },
};

/**
 * What every screen needs comes in three files, each with all that it imports, instead of in forty small ones: what stands
 * before the sign-in, the shell, and the lists that most screens are. The screens themselves stay apart.
 */
const sharedFiles = {
  groups: [
    { name: 'start', tags: ['$initial' as const], priority: 3 },
    { name: 'app', test: /renderer[\\/]app[\\/]authorized-app\.tsx$/, priority: 2 },
    { name: 'list', test: /renderer[\\/]resource[\\/]list[\\/]list-page\.tsx$/, priority: 1 },
  ],
};

const devPort = 5173;

export default defineConfig({
  main: {
    resolve: { alias },
    build: {
      target: 'node20',
      license,
      rollupOptions: {
        // The server is an entry of its own: main forks it and never imports it.
        input: {
          index: at('src/main/index.ts'),
          'server/cli': at('src/server/cli.ts'),
          // By itself for the end-to-end tests, which start one server after the other in one process.
          'server/start': at('src/server/start.ts'),
          'server/embedded': at('src/server/embedded-server.ts'),
          'server/backup': at('src/server/backup/backup-process.ts'),
          'server/restore': at('src/server/backup/cli.ts'),
          'server/create-backup': at('src/server/backup/create.ts'),
          'server/health': at('src/server/health.ts'),
          'server/reset-password': at('src/server/auth/reset-password-cli.ts'),
          'server/seed': at('src/server/seed/cli.ts'),
          // Worker threads' files: src/server/database/staged-transaction.ts and src/spreadsheet/read.ts start them.
          'staged-worker': at('src/server/database/staged-worker.ts'),
          'spreadsheet-worker': at('src/spreadsheet/worker.ts'),
        },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // What is shorter is read faster at every start; the names stay, for the stack traces in logs.
          minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
  preload: {
    resolve: { alias },
    build: {
      target: 'node20',
      // A sandboxed preload is one CommonJS file, with its dependencies inside.
      externalizeDeps: false,
      rollupOptions: {
        input: { index: at('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src/renderer'),
    resolve: { alias },
    plugins: [react(), absoluteBase, compressed],
    // The desktop shows the page under its own origin, so Vite's client must be told where Vite itself is.
    server: {
      port: devPort,
      strictPort: true,
      hmr: { protocol: 'ws', host: 'localhost', clientPort: devPort },
    },
    build: {
      target: 'chrome130',
      minify: true,
      license,
      rollupOptions: {
        input: { index: at('src/renderer/index.html') },
        output: { codeSplitting: sharedFiles },
      },
    },
  },
});
