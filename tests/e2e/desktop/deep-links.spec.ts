import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { locateElectron } from '../../../scripts/lib/electron.ts';
import { root } from '../../../scripts/lib/paths.ts';
import { texts } from '../../../src/shared/texts.ts';
import { routes } from '../../support/routes.ts';
import { desktopHost, sandboxFlags } from '../support/desktop-host.ts';
import { expectTitle, rejectionErrors } from '../support/locators.ts';
import { expect, test } from '../support/test.ts';
import { admin } from '../support/test-server.ts';
import { electronOf } from './support.ts';

test('a deep link opens its page after asking about unsaved input', async ({ app, page }) => {
  const electron = electronOf(app);
  const open = (link: string) =>
    electron.evaluate(({ app: electronApp }, url) => {
      electronApp.emit('second-instance', {}, ['electron', url]);
    }, link);
  await open('backoffice://CountryList/?pageIndex=0');
  await app.expectRoute('/CountryList/?pageIndex=0');
  await open('backoffice://v1/user/logout');
  await open('backoffice://Category/CategoryAddEdit');
  await page.getByRole('textbox', { name: 'Category Name' }).fill('Pens');
  await open('backoffice://CountryList');
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('textbox', { name: 'Category Name' })).toHaveValue('Pens');
  // The search for a category of the same name may still be running.
  app.watch.allow(rejectionErrors);
  await page.evaluate(() => backoffice.signOut({ canRevoke: true }));
});

test('a deep link starts the app or goes to the running one', async ({ folder, faults }) => {
  const userDataDir = join(folder, 'linked');
  const host = desktopHost({
    userDataDir,
    env: { BACKOFFICE_SERVER_URL: faults.url },
    flags: ['--password-store=basic', `backoffice:/${routes.countryList}?pageSize=20`],
  });
  const startWith = async (link: string) => {
    const args = ['.', `--user-data-dir=${userDataDir}`, ...sandboxFlags, link];
    const second = spawn(locateElectron() ?? '', args, { cwd: root, stdio: 'ignore' });
    expect(await once(second, 'exit')).toEqual([0, null]);
  };
  const page = await host.open();
  try {
    await page.getByLabel(texts.login.identifierLabel).fill(admin.email);
    await page.getByRole('textbox', { name: texts.login.passwordLabel, exact: true }).fill(admin.password);
    await page.getByRole('button', { name: texts.login.submit, exact: true }).click();
    await expectTitle(page, 'Countries');
    expect(page.url()).toContain('pageSize=20');

    await startWith('backoffice://v1/user/logout');
    await startWith('backoffice://uploads/../../etc/passwd');
    await startWith(`backoffice:/${routes.faqList}`);
    await expectTitle(page, 'FAQs');
    expect(host.electron().windows()).toHaveLength(1);
  } finally {
    await host.close();
  }
});
