import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { desktopHost } from '../support/desktop-host.ts';
import { expect, test } from '../support/test.ts';

/** Opens the app on a computer that has these settings, and closes it again. */
const withSettings = async (
  { folder, settings, env }: { folder: string; settings: string; env?: Record<string, string> },
  look: (page: Page, userDataDir: string) => Promise<void>,
) => {
  const userDataDir = join(folder, 'settings');
  await mkdir(userDataDir, { recursive: true });
  await writeFile(join(userDataDir, 'settings.json'), settings);
  const host = desktopHost({ userDataDir, env });
  try {
    await look(await host.open(), userDataDir);
  } finally {
    await host.close();
  }
};

const serverOf = (page: Page) => page.evaluate(async () => (await backoffice.getAppInfo()).server);

test('the saved address of a server is used, unless the environment names another', async ({
  faults,
  folder,
}) => {
  const settings = JSON.stringify({ serverUrl: faults.url });
  await withSettings({ folder, settings }, async (page, userDataDir) => {
    expect(await serverOf(page)).toBe(new URL(faults.url).host);
    expect(await page.evaluate(() => backoffice.getServerStatus())).toEqual({ state: 'remote' });
    expect(existsSync(join(userDataDir, 'server'))).toBe(false);
  });
  await withSettings({ folder, settings, env: { BACKOFFICE_SERVER_URL: faults.target } }, async (page) => {
    expect(await serverOf(page)).toBe(new URL(faults.target).host);
  });
});

test('settings that cannot be read, or name no server, are said and left as they are', async ({ folder }) => {
  const broken = ['{ "serverUrl": "https://office.exa', JSON.stringify({ serverUrl: 'office' })];
  for (const settings of broken) {
    await withSettings({ folder, settings }, async (page, userDataDir) => {
      await expect(page.getByText('The server could not start').first()).toBeVisible();
      expect(await readFile(join(userDataDir, 'settings.json'), 'utf8')).toBe(settings);
      expect(existsSync(join(userDataDir, 'server'))).toBe(false);
    });
  }
});
