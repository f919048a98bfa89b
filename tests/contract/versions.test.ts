import { describe, expect, it } from 'vitest';
import type { RecordVersion, RestoreVersionResponse } from '../../src/shared/history.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { category } from '../../src/shared/resources/category.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { user } from '../../src/shared/resources/user.ts';
import { databaseKinds } from '../support/databases.ts';
import { createHistoryClient } from '../support/history-client.ts';
import { buildVariant, createProductClient, createValues } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer, signIn } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const products = createProductClient(server);
  const { change, get, remove, revertChange, latestEntry } = createHistoryClient(server);

  const versionsOf = async (name: string, id: string): Promise<RecordVersion[]> => {
    const { body } = await server.send('GET', `/v1/history/versions?resource=${name}&recordId=${id}`);
    return body.data as unknown as RecordVersion[];
  };
  const findVersion = async (name: string, id: string, number: number): Promise<string> => {
    const found = (await versionsOf(name, id)).find((version) => version.number === number);
    if (!found) throw new Error(`There is no version ${number}`);
    return found._id;
  };
  const restore = (id: string, body: object = {}, token?: string) =>
    server.send('POST', `/v1/history/${id}/restore`, { body, token });
  const preview = async (id: string) => (await restore(id, { dryRun: true })).body as unknown as RestoreVersionResponse;

  it('restores single fields of an old version as a change that can be undone', async () => {
    const record = await createRecord(server.send, faq, {
      name: 'One',
      description: '<p><em>first</em></p>',
    });
    await change('faq', record._id, { name: 'Two' });
    await change('faq', record._id, { name: 'Three', description: '<p>third</p>' });
    expect((await versionsOf('faq', record._id)).map(({ number }) => number)).toEqual([3, 2, 1]);
    const first = await findVersion('faq', record._id, 1);
    const { body: seen } = await server.send('GET', `/v1/history/${first}/version`);
    expect(seen.data).toMatchObject({ name: 'One', description: '<p><em>first</em></p>' });

    const { status, body } = await restore(first, { fields: ['description'], version: 3 });
    expect([status, body.fields]).toEqual([200, ['description']]);
    expect(await get('faq', record._id)).toMatchObject({
      name: 'Three',
      description: '<p><em>first</em></p>',
      version: 4,
    });
    expect((await restore(first, { version: 3 })).status).toBe(409);
    expect((await restore(first)).body.fields).toEqual(['name']);
    expect(await get('faq', record._id)).toMatchObject({ name: 'One', version: 5 });
    expect((await restore(first)).body).toMatchObject({ fields: [], changeId: null });

    const { changeId } = await latestEntry(record._id);
    expect((await revertChange(changeId)).status).toBe(200);
    expect(await get('faq', record._id)).toMatchObject({ name: 'Three' });
  });

  it('names the fields that can’t be restored exactly without writing anything', async () => {
    const old = await createRecord(server.send, category, { name: 'Old' });
    const [ink] = await createValues(server.send, 'Ink', ['Red']);
    const made = await products.create({
      name: 'Pen',
      sku: 'P-1',
      price: 1,
      categoryId: old._id,
      attributeArr: [buildVariant({ sku: 'P-1-R', attributeValueArr: [ink] })],
    });
    const id = String(made._id);
    await products.patch(id, { name: 'Gel pen', sku: 'P-2', categoryId: null, attributeArr: [] });
    await remove('category', old._id);
    await products.create({ name: 'Other', sku: 'P-1' });
    const current = await products.get(id);

    const first = await findVersion('product', id, 1);
    const { fields, issues, changeId } = await preview(first);
    expect(issues).toEqual([
      {
        field: 'categoryId',
        message: 'This category no longer exists. Select another one.',
        isBlocking: true,
      },
      { field: 'sku', message: 'SKU “P-1” is already used by “Other”', isBlocking: true },
    ]);
    expect([[...fields].sort(), changeId]).toEqual([['attributeArr', 'name'], null]);
    expect(await products.get(id)).toEqual(current);

    const refused = await restore(first, { fields: ['sku'] });
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([409, 'sku']);
    expect((await restore(first, { fields })).status).toBe(200);
    const restored = (await products.get(id)) as AnyRecord;
    expect(restored).toMatchObject({ name: 'Pen', sku: 'P-2', categoryId: null });
    expect(restored.attributeArr).toMatchObject([{ sku: 'P-1-R', attributeValueArr: [ink] }]);
  });

  it('checks the password and the role as for any other change', async () => {
    const password = 'a long password';
    const made = await createRecord(server.send, user, {
      role: 'SUBADMIN',
      email: 'sub@example.com',
      password,
    });
    await change('user', made._id, { name: 'Renamed' });
    const first = await findVersion('user', made._id, 1);
    const token = await signIn(server.send, { email: 'sub@example.com', password });
    expect((await restore(first, {}, token)).status).toBe(403);
    expect((await server.send('GET', `/v1/history/${first}/version`, { token })).status).toBe(403);
    expect((await preview(first)).issues).toEqual([]);
    expect((await restore(first)).status).toBe(200);
    expect(await get('user', made._id)).toMatchObject({ name: made.name });
  });
});
