import { describe, expect, it } from 'vitest';
import { sharedViewsResponseSchema } from '../../src/shared/shared-views.ts';
import { anyDatabase } from '../support/databases.ts';
import { setUpTestServer, signIn } from '../support/test-server.ts';

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const view = { resource: 'product', name: 'Without price', search: 'missing=price', columns: null };
  const share = (body: object, token?: string) => server.send('POST', '/v1/views', { body, token });
  const list = async (token?: string) =>
    sharedViewsResponseSchema.parse((await server.send('GET', '/v1/views', { token })).body).data;
  const createSubadmin = async (name: string) => {
    const password = 'a long password';
    const email = `${name}@example.com`;
    await server.send('POST', '/v1/user/', { body: { name, email, role: 'SUBADMIN', password } });
    return signIn(server.send, { email, password });
  };

  it('shows everyone a view that only its owner and admins change', async () => {
    const [owner, other] = [await createSubadmin('owner'), await createSubadmin('other')];
    const columns = { order: ['name', 'price'], hidden: ['price'] };
    const { status, body } = await share({ ...view, columns }, owner);
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

  it('leaves the views of a deleted user to admins', async () => {
    const token = await createSubadmin('leaver');
    const { body } = await share({ ...view, resource: 'faq' }, token);
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
    expect((await share(view)).status).toBe(200);
    const responses = await Promise.all(['without  PRICE', 'Again', 'again'].map((name) => share({ ...view, name })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(responses[0]?.body.errors?.map(({ field }) => field)).toEqual(['name']);
    expect((await share({ ...view, resource: 'category' })).status).toBe(200);
    expect((await share({ ...view, resource: 'nothing' })).status).toBe(400);
  });
});
