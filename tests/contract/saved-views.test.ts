import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { savedViewsResponseSchema } from '../../src/shared/saved-views.ts';
import { anyDatabase } from '../support/databases.ts';
import { setUpTestServer, signIn, startTestServer } from '../support/test-server.ts';

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const view = { resource: 'product', name: 'Without price', search: 'missing=price', columns: null, isShared: true };
  const save = (body: object, token?: string) => server.send('POST', '/v1/views', { body, token });
  const list = async (token?: string) =>
    savedViewsResponseSchema.parse((await server.send('GET', '/v1/views', { token })).body).data;
  const createSubadmin = async (name: string) => {
    const password = 'a long password';
    const email = `${name}@example.com`;
    await server.send('POST', '/v1/user/', { body: { name, email, role: 'SUBADMIN', password } });
    return signIn(server.send, { email, password });
  };

  it('shows everyone a view that only its owner and admins change', async () => {
    const [owner, other] = [await createSubadmin('owner'), await createSubadmin('other')];
    const columns = { order: ['name', 'price'], hidden: ['price'] };
    const { status, body } = await save({ ...view, columns }, owner);
    expect(status).toBe(200);
    const { _id } = body.data as { _id: string };
    const path = `/v1/views/${_id}`;
    expect(await list(other)).toMatchObject([{ ...view, columns, ownerName: 'owner', version: 1 }]);

    const refused = await server.send('PATCH', path, { body: { name: 'Mine' }, token: other });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Only owner or an admin can change this view. You can save a copy.',
    ]);
    expect((await server.send('DELETE', path, { token: other })).status).toBe(403);
    const change = { search: 'missing=price&sort=name', version: 1 };
    expect((await server.send('PATCH', path, { body: change, token: owner })).status).toBe(200);
    expect((await server.send('PATCH', path, { body: { ...change, name: 'Late' } })).status).toBe(409);
    expect((await server.send('PATCH', path, { body: { name: 'No price' } })).status).toBe(200);
    expect(await list(other)).toMatchObject([{ name: 'No price', search: change.search, columns, version: 3 }]);
    expect((await server.send('DELETE', path)).status).toBe(200);
    expect(await list(other)).toEqual([]);
  });

  it('shows a private view to its owner only, who may have one of the same name as others', async () => {
    const [owner, other] = [await createSubadmin('private-owner'), await createSubadmin('private-other')];
    const mine = { ...view, name: 'Mine', isShared: false };
    const { body } = await save(mine, owner);
    expect((await save(mine, other)).status).toBe(200);
    expect((await save(mine, owner)).status).toBe(409);
    const { _id } = body.data as { _id: string };
    expect((await save({ ...mine, name: 'Yours', _id }, other)).status).toBe(409);
    const path = `/v1/views/${_id}`;
    expect(await list(owner)).toMatchObject([{ name: 'Mine', ownerName: 'private-owner', isShared: false }]);
    // Not even an admin.
    expect(await list()).toEqual([]);
    expect((await server.send('PATCH', path, { body: { name: 'Yours' } })).status).toBe(404);
    expect((await server.send('DELETE', path)).status).toBe(404);
    expect((await server.send('DELETE', path, { token: owner })).status).toBe(200);
    expect((await save({ ...mine, _id }, owner)).body.data).toMatchObject({ _id, name: 'Mine' });
  });

  it('lets only the owner stop sharing a view', async () => {
    const owner = await createSubadmin('sharer');
    const { body } = await save({ ...view, name: 'On and off' }, owner);
    const path = `/v1/views/${(body.data as { _id: string })._id}`;
    const stop = { isShared: false };
    expect((await server.send('PATCH', path, { body: stop })).status).toBe(403);
    expect((await server.send('PATCH', path, { body: stop, token: owner })).status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await server.send('PATCH', path, { body: { isShared: true }, token: owner })).status).toBe(200);
    expect((await server.send('DELETE', path)).status).toBe(200);
  });

  it('leaves the views of a deleted user to admins', async () => {
    const token = await createSubadmin('leaver');
    const { body } = await save({ ...view, resource: 'faq' }, token);
    const { _id, ownerId } = body.data as { _id: string; ownerId: string };
    expect((await server.send('DELETE', `/v1/user/deleteById/${ownerId}`)).status).toBe(200);
    const other = await createSubadmin('stayer');
    expect(await list(other)).toContainEqual(expect.objectContaining({ _id, ownerName: null }));
    const path = `/v1/views/${_id}`;
    expect((await server.send('PATCH', path, { body: { name: 'Mine' }, token: other })).body.message).toBe(
      'Only an admin can change this view. You can save a copy.',
    );
    expect((await server.send('DELETE', path)).status).toBe(200);
  });

  it('rejects a second view of a list with the same name', async () => {
    expect((await save(view)).status).toBe(200);
    const responses = await Promise.all(['without  PRICE', 'Again', 'again'].map((name) => save({ ...view, name })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(responses[0]?.body.errors?.map(({ field }) => field)).toEqual(['name']);
    expect((await save({ ...view, resource: 'category' })).status).toBe(200);
    expect((await save({ ...view, resource: 'nothing' })).status).toBe(400);
  });
});

it('takes over the views that were shared before there were private ones', async () => {
  const server = await startTestServer('sqlite');
  await server.restart({}, async () => {
    const file = new BetterSqlite(join(server.dataDir, 'backoffice.db'));
    file.exec(`
      drop table "savedView";
      delete from migration where name >= '0002-saved-views';
      insert into "sharedView" values ('x', 'product', 'Without price', 'without price', 'missing=price', null, 'y', 1, '', '')
    `);
    file.close();
  });
  const { body } = await server.send('GET', '/v1/views');
  expect(body.data).toMatchObject([{ name: 'Without price', isShared: true }]);
  await server.stop();
});
