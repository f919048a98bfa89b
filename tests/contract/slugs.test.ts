import { beforeAll, describe, expect, it } from 'vitest';
import { resourceTables } from '../../src/server/database/tables.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { hasPages } from '../../src/shared/resource-kit/fields.ts';
import { blogs } from '../../src/shared/resources/blogs.ts';
import { category } from '../../src/shared/resources/category.ts';
import { resources } from '../../src/shared/resources/index.ts';
import { product } from '../../src/shared/resources/product.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { databaseKinds, withDatabase } from '../support/databases.ts';
import { createHistoryClient } from '../support/history-client.ts';
import { uploadSpreadsheet } from '../support/import-client.ts';
import { createRecord } from '../support/record-factory.ts';
import { createSiteClient } from '../support/site-client.ts';
import { setUpTestServer } from '../support/test-server.ts';

it('has slugs for everything with a page on the website', () => {
  expect(resources.filter(hasPages).map(({ name }) => name)).toEqual([
    'category',
    'subCategory',
    'product',
    'blogs',
    'catalogue',
    'brandsPage',
    'opportunity',
  ]);
});

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { change, get, remove, revertChange, latestEntry } = createHistoryClient(server);
  const create = (name: string, slug = '') => createRecord(server.send, category, { name, slug });
  const slugOf = async (id: string) => (await get('category', id))?.slug;

  it('makes a slug from the name, which stays when the name changes', async () => {
    const pens = await create('Pens & Pencils');
    expect(pens.slug).toBe('pens-pencils');
    await change('category', pens._id, { name: 'Writing' });
    expect(await slugOf(pens._id)).toBe('pens-pencils');
    await change('category', pens._id, { slug: '' });
    expect(await slugOf(pens._id)).toBe('writing');
  });

  it('numbers the slugs of equal names, also of simultaneous records', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => create('Inks')));
    const slugs = made.map(({ slug }) => String(slug));
    expect(new Set(slugs).size).toBe(12);
    expect(slugs).toContain('inks');
    expect(slugs).toContain('inks-2');
    expect(await create('नमस्ते')).toMatchObject({ slug: 'namaste' });
    expect(await createRecord(server.send, blogs, { title: 'Inks', slug: '' })).toMatchObject({ slug: 'inks' });
  });

  it('rejects a slug that isn’t one or is taken', async () => {
    await create('Papers');
    const body = (slug: string) => ({ body: { name: 'Paper', slug } });
    for (const slug of ['Papers', 'a b', '-a', 'a--b', 'पेन', 'a/b']) {
      const { status, body: rejected } = await server.send('POST', '/v1/category/', body(slug));
      expect([slug, status, rejected.errors]).toEqual([
        slug,
        400,
        [{ field: 'slug', message: 'Slug can have a–z, 0–9 and single hyphens, such as gel-pen' }],
      ]);
    }
    const taken = await server.send('POST', '/v1/category/', body('papers'));
    expect(taken.body.errors).toEqual([{ field: 'slug', message: 'Already used by the category “Papers”' }]);
  });

  it('leaves the slug of a deleted record to it, unless a user enters it for another', async () => {
    const [glue, tape] = [await create('Glue'), await create('Tape')];
    const restore = async (name: string) => {
      const { body } = await server.send('GET', `/v1/trash?query=${name}`);
      const [item] = body.data as unknown as AnyRecord[];
      expect((await server.send('POST', `/v1/trash/${item?._id}/restore`)).status).toBe(200);
    };
    for (const { _id } of [glue, tape]) await remove('category', _id);
    expect((await create('Glue')).slug).toBe('glue-2');
    expect((await create('Other tape', 'tape')).slug).toBe('tape');
    await restore('Glue');
    await restore('Tape');
    expect([await slugOf(glue._id), await slugOf(tape._id)]).toEqual(['glue', 'tape-2']);
  });

  it('gives a former slug only to a record whose user enters it', async () => {
    const rulers = await create('Rulers');
    await change('category', rulers._id, { slug: 'measuring' });
    expect((await create('Rulers')).slug).toBe('rulers-2');
    const { changeId } = await latestEntry(rulers._id);
    const other = await create('Other', 'rulers');
    expect(other.slug).toBe('rulers');
    expect((await revertChange(changeId)).status).toBe(409);
    await change('category', other._id, { slug: 'others' });
    expect((await revertChange(changeId)).status).toBe(200);
    expect(await slugOf(rulers._id)).toBe('rulers');
  });

  it('is given to records of an earlier version at the next start', async () => {
    const { _id } = await createRecord(server.send, product, { name: 'Old pen' });
    await server.restart({}, () =>
      withDatabase(server, async (database) => {
        await resourceTables(database).updateTable('product').set({ slug: '' }).where('_id', '=', _id).execute();
        await database.deleteFrom('slug').where('recordId', '=', _id).execute();
      }),
    );
    expect(await get('product', _id)).toMatchObject({ slug: 'old-pen', version: 1 });
  });

  it('imports rows of similar names with slugs of their own', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => `Same pen ${'!'.repeat(index)},${9_000_000 + index}`);
    const content = ['Name,SKU', ...rows].join('\n');
    const { body } = await uploadSpreadsheet(server, '/v1/product/upload-csv', { content });
    expect(body.report).toMatchObject({ create: 300, failed: 0 });
    const { body: list } = await server.send('GET', '/v1/product/?query=same%20pen&pageSize=500');
    expect(new Set((list.data as { slug: string }[]).map(({ slug }) => slug)).size).toBe(300);
  });

  describe('on the website', () => {
    const site = createSiteClient(server);
    beforeAll(async () => {
      await site.set({ isOn: true });
    });

    it('redirects from the former slug of a sub category, below its category', async () => {
      const { _id: categoryId, slug } = await createRecord(server.send, category, { name: 'Inks' });
      const { _id } = await createRecord(server.send, subCategory, { name: 'Gel', slug: 'gel', categoryId });
      await change('subCategory', _id, { slug: 'gel-inks' });
      const redirect = { path: 'categories', from: `${slug}/gel`, to: `${slug}/gel-inks` };
      expect((await site.get('/site/v1/redirects')).body.data).toContainEqual(redirect);
      await change('category', categoryId, { status: 'INACTIVE' });
      expect((await site.get('/site/v1/redirects')).body.data).not.toContainEqual(redirect);
    });

    it('finds a record by its slug, and redirects from a former one', async () => {
      const { _id } = await createRecord(server.send, blogs, {
        title: 'How paper is made',
        description: '<p>From <b>rags</b> &amp; wood</p>',
        slug: '',
        seoTitle: '',
        seoDescription: '',
      });
      const at = (slug: string) => `/site/v1/blogs/by-slug/${slug}`;
      const { body } = await site.get(at('how-paper-is-made'));
      expect(await site.validate('/site/v1/blogs/by-slug/{slug}', body)).toBeNull();
      expect(body.data).toMatchObject({ id: _id, seoTitle: 'How paper is made', seoDescription: 'From rags & wood' });
      await change('blogs', _id, { slug: 'paper', seoTitle: 'Paper', seoDescription: 'All about it' });
      const moved = await fetch(`${server.url}${at('how-paper-is-made')}`, { redirect: 'manual' });
      expect([moved.status, moved.headers.get('location')]).toEqual([301, `${server.url}${at('paper')}`]);
      expect((await site.get(at('paper'))).body.data).toMatchObject({
        seoTitle: 'Paper',
        seoDescription: 'All about it',
      });
      const { body: listed } = await site.get('/site/v1/blogs?slug=paper');
      expect((listed.data as unknown as { id: string }[]).map(({ id }) => id)).toEqual([_id]);
      const redirect = { path: 'blogs', from: 'how-paper-is-made', to: 'paper' };
      expect((await site.get('/site/v1/redirects')).body.data).toContainEqual(redirect);
      const { token } = await site.createToken({ resources: ['faq'] });
      expect((await site.get('/site/v1/redirects', { token })).body.data).toEqual([]);
      await change('blogs', _id, { status: 'INACTIVE' });
      for (const slug of ['paper', 'how-paper-is-made']) expect((await site.get(at(slug))).status).toBe(404);
      expect((await site.get('/site/v1/redirects')).body.data).not.toContainEqual(redirect);
    });
  });
});
