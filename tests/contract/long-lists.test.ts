import { expect, it } from 'vitest';
import { importProducts } from '../support/import-client.ts';
import { setUpTestServer } from '../support/test-server.ts';

/** SQLite's limit for the parameters of a statement, which is the lower one of the two databases. */
const maxParameters = 32_766;

const server = setUpTestServer('sqlite');

it('imports and undoes more attribute values than fit into a statement', async () => {
  const rows = Array.from({ length: maxParameters + 1 }, (_, index) => `Rule ${index % 40},R-${index},${index} mm`);
  const sheet = ['Name,Variant SKU,Attribute: Length', ...rows].join('\n');
  const { status, body } = await importProducts(server, sheet);
  expect([status, body.report?.createdCounts.attributeValue]).toEqual([200, rows.length]);
  const undone = await server.send('POST', `/v1/history/changes/${body.report?.changeId}/revert`);
  expect(undone.status).toBe(200);
});
