import { furtherRoutes } from '../../../src/shared/routes.ts';
import { routes } from '../../support/routes.ts';
import { expectOpen } from '../support/parts.ts';
import { addressOf, createOneOfEach } from '../support/records.ts';
import { expect, test } from '../support/test.ts';

// The accessibility tests cover the same routes in the browser, in more detail.
test('every path of the specification opens, says where one is, and leads on', async ({ app, page, api }) => {
  test.slow();
  const ids = await createOneOfEach(api);
  // Start elsewhere: `turnTo` waits until the heading changes.
  await app.goto(furtherRoutes.trash);
  for (const [name, path] of Object.entries(routes)) {
    const address = addressOf(name, path, ids);
    await test.step(name, async () => {
      await app.turnTo(address);
      await expectOpen(page);
      expect(app.route()).toBe(address);
    });
  }
});
