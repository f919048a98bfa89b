import { routes } from '../support/routes.ts';
import { choose, refusal, save } from './support/locators.ts';
import { expect, test } from './support/test.ts';

test('a tab has to be selected, shows its fields, and stays when it is selected again', {
  tag: '@once',
}, async ({ app, page }) => {
  app.watch.allow(refusal);
  await app.goto(routes.lifeAdd);
  const tab = page.getByRole('combobox', { name: 'Select Tab' });
  const image = page.getByRole('button', { name: 'Choose Upload Image' });
  await expect(tab).toHaveValue('');
  await expect(tab).toHaveAttribute('placeholder', 'Select');
  await expect(image).toHaveCount(0);
  await expect(page.getByLabel('Designation')).toHaveCount(0);
  await save(page);
  await expect(tab).toHaveAccessibleDescription('Select a tab');
  await expect(tab).toBeFocused();

  await choose(tab, 'Workspace');
  await expect(image).toBeVisible();
  await choose(tab, 'Workspace');
  await expect(tab).toHaveValue('Workspace');
  await choose(tab, 'Team Stories');
  await expect(image).toHaveCount(0);
  await expect(page.getByLabel('Designation')).toBeVisible();
});
