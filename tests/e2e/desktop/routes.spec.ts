import { furtherRoutes } from '../../../src/shared/routes.ts';
import { routes } from '../../support/routes.ts';
import { expectOpen } from '../support/parts.ts';
import { addressOf, createOneOfEach } from '../support/records.ts';
import { expect, test } from '../support/test.ts';

// In the browser the tests of accessibility do the same, and look closer.
test('every path of the specification opens, says where one is, and leads on', async ({ app, page, api }) => {
  test.slow();
  const ids = await createOneOfEach(api);
  // A page that is none of them.
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
