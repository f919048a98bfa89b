import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Content, createSiteClient, updateContent } from '../../packages/site-client/src/index.ts';
import { category } from '../../src/shared/resources/category.ts';
import { contact } from '../../src/shared/resources/contact.ts';
import { publicResources } from '../../src/shared/site.ts';
import { anyDatabase } from '../support/databases.ts';
import { day, useFakeClock } from '../support/fake-clock.ts';
import { createProduct } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { createSiteClient as createAdminClient } from '../support/site-client.ts';
import { type Send, setUpTestServer } from '../support/test-server.ts';

describe.each(anyDatabase)('the client for websites on %s', (kind) => {
  const server = setUpTestServer(kind);
  const admin = createAdminClient(server);
  const send: Send = (...request) => server.send(...request);
  const patch = (resource: string, id: string, body: object) =>
    send('PATCH', `/v1/${resource}/updateById/${id}`, { body });
  /** A client that counts its requests. */
  const connect = (options: { token?: string } = {}) => {
    const requests: string[] = [];
    const client = createSiteClient({
      url: `${server.url}/site/v1`,
      fetch: async (url, init) => {
        requests.push(String(url).replace(`${server.url}/site/v1/`, ''));
        return fetch(url, init);
      },
      ...options,
    });
    return { client, requests };
  };
  beforeAll(async () => {
    await admin.set({ isOn: true });
  });
  afterEach(() => void vi.useRealTimers());

  it('reads all records of a list, page by page', async () => {
    const names = ['Paged a', 'Paged b', 'Paged c'];
    for (const name of names) await createProduct(send, { name });
    const { client, requests } = connect();
    const found: string[] = [];
    for await (const { name } of client.all('products', { search: 'paged', order: 'name', limit: 2 })) found.push(name);
    expect([found, requests.length]).toEqual([names, 2]);
  });

  it('finds a record by a former slug, and says where it is now', async () => {
    const { _id } = await createRecord(send, category, { name: 'Inks', slug: 'inks' });
    await patch('category', _id, { slug: 'fine-inks' });
    const { client } = connect();
    expect(await client.getBySlug('categories', 'inks')).toMatchObject({ record: { id: _id }, movedTo: 'fine-inks' });
    expect(await client.getBySlug('categories', 'fine-inks')).toMatchObject({ movedTo: null });
    expect(await client.getBySlug('categories', 'nothing')).toBeNull();
    expect(await client.getRedirects()).toContainEqual({ path: 'categories', from: 'inks', to: 'fine-inks' });
  });

  it('throws the problem of a refused request', async () => {
    await expect(connect({ token: 'site_unknown' }).client.list('faqs')).rejects.toMatchObject({ status: 401 });
    const order = 'sku' as 'name';
    await expect(connect().client.list('products', { order })).rejects.toMatchObject({
      problem: { status: 400, errors: [{ field: 'order' }] },
    });
  });

  it('copies every resource that websites can read', async () => {
    await createRecord(send, contact);
    const { content, changed } = await updateContent(connect().client, null);
    expect(changed).toBe('everything');
    expect([...Object.keys(content.lists), ...Object.keys(content.singletons)].toSorted()).toEqual(
      publicResources.map(({ site }) => site.path).toSorted(),
    );
    expect(content.singletons.contact).not.toBeNull();
  });

  describe('brings a copy up to date', () => {
    let copy: Content;
    const update = async () => {
      const { client, requests } = connect();
      const { content } = await updateContent(client, copy);
      copy = content;
      return requests.map((each) => each.split('?')[0]);
    };
    const namesOf = (prefix: string) =>
      copy.lists.products.flatMap(({ name }) => (name.startsWith(prefix) ? [name] : []));

    it('with one request if nothing has changed, and two for an edit', async () => {
      copy = (await updateContent(connect().client, null)).content;
      const { _id } = await createProduct(send, { name: 'Kept a' });
      expect(await update()).toEqual(['changes', `products/${_id}`]);
      expect(await update()).toEqual(['changes']);
      await patch('product', _id, { name: 'Kept b' });
      expect(await update()).toEqual(['changes', `products/${_id}`]);
      expect(namesOf('Kept')).toEqual(['Kept b']);
      await patch('product', _id, { status: 'INACTIVE' });
      expect([await update(), namesOf('Kept')]).toEqual([['changes'], []]);
    });

    it('with three requests if many records show a changed one', async () => {
      const { _id } = await createRecord(send, category, { name: 'Crayons' });
      for (const name of ['Shown a', 'Shown b', 'Shown c']) await createProduct(send, { name, categoryId: _id });
      await update();
      await patch('category', _id, { name: 'Wax crayons' });
      expect((await update()).toSorted()).toEqual([`categories/${_id}`, 'changes', 'products']);
      expect(copy.lists.products.find(({ name }) => name === 'Shown b')?.category?.name).toBe('Wax crayons');
      expect(namesOf('Shown')).toEqual(['Shown a', 'Shown b', 'Shown c']);
    });

    it('by reading everything if its cursor has expired', async () => {
      const { client } = connect();
      const now = useFakeClock();
      const { cursor } = await client.readChanges(null);
      vi.setSystemTime(now + 31 * day);
      expect(await client.readChanges(cursor)).toMatchObject({ changes: [], isFull: true });
    });
  });
});
