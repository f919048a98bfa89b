import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// Generous, for a machine under load: passing tests never wait this long.
const patience = { poll: { timeout: 20_000 } };

const resolveShared = { alias: { '#shared': resolve(import.meta.dirname, 'src/shared') } };

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [react()],
        resolve: resolveShared,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          restoreMocks: true,
          testTimeout: 60_000,
          expect: patience,
        },
      },
      {
        resolve: resolveShared,
        test: {
          name: 'contract',
          isolate: false,
          maxWorkers: '100%',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: ['tests/contract/global-setup.ts'],
          testTimeout: 60_000,
          expect: patience,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
