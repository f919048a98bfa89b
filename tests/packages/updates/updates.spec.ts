import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Locator } from '@playwright/test';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { App } from '../../e2e/support/app.ts';
import { type PackagedApp, packageApp, packagedHost } from '../../e2e/support/packaged-host.ts';
import { test as base, expect } from '../../e2e/support/test.ts';
import { startUpdateFeed } from '../../e2e/support/update-feed.ts';

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
const before = 'the version before';

type Feed = Awaited<ReturnType<typeof startUpdateFeed>>;

type Files = {
  /** The running AppImage. */
  appImage: string;
  /** Written by the new AppImage when it starts. */
  started: string;
  installer: string;
};

const test = base.extend<{ files: Files; updating: App; updates: Locator }, { feed: Feed; packaged: PackagedApp }>({
  feed: [
    async ({}, use) => {
      const feed = await startUpdateFeed({ version, installer: '' });
      await use(feed);
      feed.stop();
    },
    { scope: 'worker' },
  ],

  packaged: [
    async ({ feed }, use) => {
      await use(await packageApp({ BACKOFFICE_UPDATE_URL: feed.url }));
    },
    { scope: 'worker', timeout: 10 * 60_000 },
  ],

  files: async ({ folder }, use) => {
    const [appImage, started] = [join(folder, 'catalogue-back-office.AppImage'), join(folder, 'started')];
    writeFileSync(appImage, before);
    const filler = `# ${'x'.repeat(200_000)}\n`;
    await use({
      appImage,
      started,
      installer: `#!/bin/sh\necho "$APPIMAGE_EXIT_AFTER_INSTALL" > '${started}'\nexit\n${filler}`,
    });
  },

  updating: async ({ packaged, feed, faults, folder, files }, use) => {
    feed.publish({ version, installer: '' });
    const app = new App(
      packagedHost({
        executable: packaged.executable,
        userDataDir: join(folder, 'user-data'),
        env: {
          BACKOFFICE_SERVER_URL: faults.url,
          APPIMAGE: files.appImage,
          XDG_CACHE_HOME: join(folder, 'cache'),
          PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
        },
      }),
    );
    await app.open();
    await use(app);
    await app.close();
  },

  updates: async ({ updating }, use) => {
    await updating.page.getByRole('button', { name: 'Settings' }).click();
    const updates = updating.page.getByRole('region', { name: 'Updates' });
    await expect(updates.getByText('You’re up to date.')).toBeVisible();
    await use(updates);
  },
});

const look = (updates: Locator) => updates.getByRole('button', { name: 'Check for updates' }).click();

const read = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);

test('an incomplete, modified or older version is rejected', async ({ feed, files, updates }) => {
  await expect(updates.getByText(`Version ${version}`)).toBeVisible();
  const failures = [
    { version: '99.0.0', fault: 'gone', says: 'Couldn’t check for updates' },
    { version: '98.0.0', fault: 'missing', says: 'Couldn’t download version 98.0.0' },
    { version: '97.0.0', fault: 'changed', says: 'Couldn’t download version 97.0.0' },
    { version: '96.0.0', fault: 'cut off', says: 'Couldn’t download version 96.0.0' },
  ] as const;
  for (const { says, ...release } of failures) {
    feed.publish({ ...release, installer: files.installer });
    await look(updates);
    await expect(updates.getByText(says)).toBeVisible();
  }
  feed.publish({ version: '0.0.1', installer: files.installer });
  await look(updates);
  await expect(updates.getByText('You’re up to date.')).toBeVisible();
  expect(read(files.appImage)).toBe(before);
});

test('a newer version is installed at the restart', async ({ feed, files, updates }) => {
  feed.publish({ version: '99.0.0', installer: files.installer, fault: 'slow' });
  await look(updates);
  await expect(updates.getByText(/^Downloading version 99\.0\.0… [1-9]\d?%$/)).toBeVisible();
  feed.finishDownload();
  await expect(updates.getByText('Version 99.0.0 is ready.')).toBeVisible();
  expect(read(files.appImage)).toBe(before);
  await updates.getByRole('button', { name: 'Restart to update' }).click();
  await expect.poll(() => read(files.started)).toBe('\n');
  expect(read(files.appImage)).toBe(files.installer);
});

test('a postponed version is installed when the app quits', async ({ feed, files, updating, updates }) => {
  feed.publish({ version: '99.0.0', installer: files.installer });
  await look(updates);
  await expect(updates.getByText('Version 99.0.0 is ready.')).toBeVisible();
  expect(read(files.appImage)).toBe(before);
  await updating.page.close();
  await expect.poll(() => read(files.started)).toBe('true\n');
  expect(read(files.appImage)).toBe(files.installer);
});

test.describe('of the Debian package', () => {
  const command = (folder: string, name: string, script: string): void => {
    mkdirSync(join(folder, 'bin'), { recursive: true });
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  };

  const typeFile = ({ resources }: PackagedApp): string => join(resources, 'package-type');

  test.beforeEach(({ packaged, folder }) => {
    writeFileSync(typeFile(packaged), 'deb');
    command(folder, 'dpkg', `[ "$1" = -i ] && cat "$2" > '${join(folder, 'installed')}'`);
    // Without root, the app runs dpkg through pkexec, which asks for a password.
    command(folder, 'pkexec', 'shift; exec "$@"');
  });

  test.afterEach(({ packaged }) => rmSync(typeFile(packaged)));

  test('a newer version is handed to dpkg on request', async ({ feed, folder, updates }) => {
    feed.publish({ version: '99.0.0', installer: 'a changed deb', fault: 'changed' });
    await look(updates);
    await expect(updates.getByText('Couldn’t download version 99.0.0')).toBeVisible();
    feed.publish({ version: '99.0.0', installer: 'a newer deb' });
    await look(updates);
    await expect(updates.getByText('Version 99.0.0 is ready.')).toBeVisible();
    await updates.getByRole('button', { name: 'Restart to update' }).click();
    await expect.poll(() => read(join(folder, 'installed'))).toBe('a newer deb');
  });

  test('a newer version asks for no password when the app quits', async ({ feed, folder, updating, updates }) => {
    feed.publish({ version: '99.0.0', installer: 'a newer deb' });
    await look(updates);
    await expect(updates.getByText('Version 99.0.0 is ready.')).toBeVisible();
    await updating.page.close();
    await updating.close();
    expect(read(join(folder, 'installed'))).toBeNull();
  });
});
