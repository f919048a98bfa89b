import { extraRoutes } from '../../../src/shared/routes.ts';
import { routes } from '../../support/routes.ts';
import { expectScreenLoaded } from '../support/locators.ts';
import { fillRoute, seedOneOfEach } from '../support/records.ts';
import { expect, test } from '../support/test.ts';

// The accessibility tests cover the same routes in the browser, in more detail.
test('every path of the specification opens', async ({ app, page, api }) => {
  test.slow();
  const ids = await seedOneOfEach(api);
  // Start elsewhere: `navigateTo` waits until the heading changes.
  await app.goto(extraRoutes.trash);
  for (const [name, path] of Object.entries(routes)) {
    const address = fillRoute(name, path, ids);
    await test.step(name, async () => {
      await app.navigateTo(address);
      await expectScreenLoaded(page);
      expect(app.route()).toBe(address);
    });
  }
});
