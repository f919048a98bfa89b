import { extraRoutes } from '../../../src/shared/routes.ts';
import { type RouteName, routes } from '../../support/routes.ts';
import { expectHeadingsInOrder } from '../support/headings.ts';
import { expectScreenLoaded } from '../support/locators.ts';
import { fillRoute, seedOneOfEach } from '../support/records.ts';
import { expect, test } from '../support/test.ts';

const appName = 'Catalogue Back Office';

// The same screen under two addresses of the specification.
const aliases: readonly RouteName[] = ['productAdd'];

// The accessibility tests cover the same routes in the browser. One walk per host is enough for all claims about them.
test('every path opens a screen with a title of its own and headings in order', async ({
  app,
  page,
  api,
}) => {
  test.slow();
  const ids = await seedOneOfEach(api);
  const namesByTitle = new Map<string, string>();
  // Start elsewhere: `navigateTo` waits until the heading changes.
  await app.goto(extraRoutes.trash);
  for (const name of Object.keys(routes) as RouteName[]) {
    const address = fillRoute(name, routes[name], ids);
    await test.step(name, async () => {
      await app.navigateTo(address);
      await expectScreenLoaded(page);
      expect(app.route()).toBe(address);
      await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
      await expectHeadingsInOrder(page, 1, name);
    });
    if (aliases.includes(name)) continue;
    const title = await page.title();
    expect(namesByTitle.get(title), `${name} is titled ${title}`).toBeUndefined();
    namesByTitle.set(title, name);
  }
  const titles = new Map([...namesByTitle].map(([title, name]) => [name, title]));
  expect(titles.get('productView')).toBe(`Gel pen – Product – ${appName}`);
  expect(titles.get('categoryEdit')).toBe(`Pens – Edit Category – ${appName}`);
  expect(titles.get('attributeValueList')).toBe(`Size – Attribute Values – ${appName}`);
  expect(titles.get('bannerEdit')).toBe(`Edit Banner – ${appName}`);
});
