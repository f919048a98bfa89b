import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { parse, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { minifySync } from 'vite';
import { replaceBuiltinImports } from './scripts/lib/builtin-imports.ts';
import { pureConstants } from './scripts/lib/pure-constants.ts';

const at = (path: string) => resolve(import.meta.dirname, path);
const alias = { '#shared': at('src/shared') };

/** Pages have nested paths on both hosts, so they load their files from the root; electron-vite's default is './'. */
const absoluteBase = { name: 'absolute-base', config: () => ({ base: '/' }) };

/** Lists the licences of the bundled libraries for the app's third-party notices. */
const license = { fileName: '.vite/licences.json' };

/** Compresses scripts and styles at build time for the server; the desktop app reads the uncompressed files. */
const compressed = {
  name: 'compressed',
  writeBundle: ({ dir = '' }, bundle: Record<string, unknown>) => {
    for (const name of Object.keys(bundle).filter((each) => /\.(?:m?js|css)$/.test(each))) {
      const path = resolve(dir, name);
      writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
    }
  },
};

/** Tells `first-frame.js` the name of the app's file, and minifies it, because Vite copies public files unchanged. */
const firstFrame = {
  name: 'first-frame',
  transformIndexHtml: (html: string, { bundle = {} }: { bundle?: Record<string, { name?: string }> }) => {
    const file = Object.keys(bundle).find((each) => each.endsWith('.js') && bundle[each]?.name === 'app');
    return html.replace('src="/first-frame.js"', `$&${file ? ` data-app="${parse(file).name}"` : ''}`);
  },
  writeBundle: ({ dir = '' }) => {
    const path = resolve(dir, 'first-frame.js');
    writeFileSync(path, minifySync(path, readFileSync(path, 'utf8')).code);
  },
};

const builtinImports = { name: 'builtin-imports', renderChunk: replaceBuiltinImports };

/** The stores of the main process have no schema, and their library would load a validator of 180 kB for one. */
const withoutValidator = {
  name: 'without-validator',
  enforce: 'pre' as const,
  resolveId: (source: string, importer = '') =>
    importer.includes('/node_modules/conf/') && source.startsWith('ajv') ? `\0${source}` : null,
  load: (id: string) =>
    id.startsWith('\0ajv')
      ? 'export class Ajv2020 { constructor() { throw new Error("Stores have no schema"); } }\nexport default {};'
      : null,
};

/** Icons are beside a text or in a labeled button, so screen readers skip them. */
const hiddenIcons = {
  name: 'hidden-icons',
  transform: (code: string, id: string) =>
    /@tabler\/icons-react\/.*\/defaultAttributes\.mjs/.test(id)
      ? code.replaceAll('xmlns:', '"aria-hidden": true, xmlns:')
      : null,
};

// A missing file fails the build: after a rename, the group would silently be empty.
const isModule = (path: string) => {
  const file = realpathSync(at(path));
  return (id: string) => id === file;
};

/**
 * Bundles the code that every screen needs into three files instead of forty: sign-in, shell and lists. Each screen
 * stays in its own file.
 */
const sharedFiles = {
  groups: [
    { name: 'start', tags: ['$initial' as const], priority: 3 },
    { name: 'app', test: isModule('src/renderer/app/authenticated-app.tsx'), priority: 2 },
    { name: 'list', test: isModule('src/renderer/resource-kit/list/list-page.tsx'), priority: 1 },
  ],
};

/** The package exports only its development build, which contains warnings for developers. */
const productionRouter = {
  'react-router/dom': at('node_modules/react-router/dist/production/dom-export.mjs'),
  'react-router': at('node_modules/react-router/dist/production/index.mjs'),
};

const devPort = 5173;

export default defineConfig({
  main: {
    resolve: { alias },
    plugins: [pureConstants, withoutValidator, builtinImports],
    build: {
      target: 'node20',
      license,
      rollupOptions: {
        // Main starts the server as a process and never imports it.
        input: {
          index: at('src/main/index.ts'),
          'server/cli': at('src/server/cli.ts'),
          'server/supervisor': at('src/server/supervisor.ts'),
          // For the end-to-end tests, which start several servers in one process.
          'server/start': at('src/server/start.ts'),
          'server/embedded': at('src/server/embedded-server.ts'),
          'server/backup': at('src/server/backup/backup-process.ts'),
          'server/restore': at('src/server/commands/restore.ts'),
          'server/create-backup': at('src/server/commands/backup.ts'),
          'server/copy-files': at('src/server/commands/copy-files.ts'),
          'server/check-data': at('src/server/commands/check-data.ts'),
          'server/health': at('src/server/health.ts'),
          'server/reset-password': at('src/server/commands/reset-password.ts'),
          // Worker threads; each is started by a file next to it.
          'database-worker-entry': at('src/server/database/database-worker-entry.ts'),
          'barcode-worker': at('src/server/files/images/barcode-worker.ts'),
          'rich-text-worker': at('src/server/records/rich-text-worker.ts'),
          'spreadsheet-worker': at('src/spreadsheet/worker.ts'),
        },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // Smaller files load faster. Names stay readable in the stack traces of logs.
          minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
  preload: {
    resolve: { alias },
    build: {
      target: 'node20',
      // A sandboxed preload script must be a single CommonJS file.
      externalizeDeps: false,
      rollupOptions: {
        input: { index: at('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src/renderer'),
    resolve: { alias: { ...alias, ...productionRouter } },
    plugins: [react(), pureConstants, hiddenIcons, absoluteBase, firstFrame, compressed],
    // The desktop app has an origin of its own, so Vite's client needs the address of Vite's server.
    server: {
      port: devPort,
      strictPort: true,
      hmr: { protocol: 'ws', host: 'localhost', clientPort: devPort },
    },
    build: {
      target: 'chrome130',
      minify: true,
      // All supported browsers have it.
      modulePreload: { polyfill: false },
      license,
      rollupOptions: {
        input: { index: at('src/renderer/index.html') },
        output: { codeSplitting: sharedFiles },
      },
    },
  },
});
