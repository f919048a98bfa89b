import { describe, expect, it } from 'vitest';
import { listResponseSchema, type SelectOption } from '../../src/shared/api.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { sortableFields } from '../../src/shared/resource-kit/list-fields.ts';
import { recordSchema } from '../../src/shared/resource-kit/schemas.ts';
import { country, region } from '../../src/shared/resources/geography.ts';
import { user } from '../../src/shared/resources/user.ts';
import { databaseKinds } from '../support/databases.ts';
import { collections, collectionsOn, createRecord, fieldsOf, listRecords } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

const invalidQueries = ['pageSize=0', 'pageSize=501', 'pageSize=ten', 'pageIndex=-1', 'sort=nonsense', 'sort=search'];

const selectable = collections.filter(({ name }) => name !== 'banner');

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  describe.each(collectionsOn(kind).map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
    const path = `/v1/${name}`;
    const title = resource.titleField;
    const list = (query: string) => listRecords(server.send, name, query);

    it('returns every record once over all pages, newest first', async () => {
      const made: string[] = [];
      for (let index = 0; index < 7; index += 1) {
        made.unshift((await createRecord(server.send, resource, { [title]: `Paged ${name} ${index % 2}` }))._id);
      }
      const listPages = async (order: string): Promise<string[]> => {
        const seen: string[] = [];
        for (const pageIndex of [0, 1, 2]) {
          const page = await list(`query=paged ${name}&pageIndex=${pageIndex}&pageSize=3${order}`);
          listResponseSchema(recordSchema(resource)).parse(page);
          expect(page.total).toBe(7);
          seen.push(...page.data.map((record) => record._id));
        }
        return seen;
      };
      expect(await listPages('')).toEqual(made);
      const isFirst = (_id: string, index: number) => index % 2 === 0;
      expect(await listPages(`&sort=${title}`)).toEqual([
        ...made.filter(isFirst),
        ...made.filter((id, index) => !isFirst(id, index)),
      ]);
    });

    it('rejects invalid queries', async () => {
      for (const query of invalidQueries) {
        const { status, body } = await server.send('GET', `${path}/?${query}`);
        expect([query, status, body.errors?.length]).toEqual([query, 400, 1]);
      }
      await list('unknown=1&pageSize=1');
    });

    it('sorts by every sortable field in both directions', async () => {
      for (const field of sortableFields(resource)) {
        const up = (await list(`sort=${field}&pageSize=500`)).data.map((record) => record[field]);
        const down = (await list(`sort=-${field}&pageSize=500`)).data.map((record) => record[field]);
        expect([field, down]).toEqual([field, [...up].reverse()]);
      }
    });

    it('sorts text without regard to case', async () => {
      for (const word of ['beta', 'Alpha', 'GAMMA']) {
        await createRecord(server.send, resource, { [title]: `Cased ${word}` });
      }
      const { data } = await list(`query=cased&sort=${title}`);
      expect(data.map((record) => record[title])).toEqual(['Cased Alpha', 'Cased beta', 'Cased GAMMA']);
    });

    it('finds words regardless of case or accents', async () => {
      const { _id } = await createRecord(server.send, resource, {
        [title]: `Ünïque Café 100%_done\\ ${name}`,
      });
      for (const query of ['CAFE unique', 'niqu', '100%_d', 'done\\', 'ÇAFÉ ÜNI']) {
        const { data } = await list(`query=${encodeURIComponent(`${query} ${name}`)}`);
        expect([query, data.map((record) => record._id)]).toEqual([query, [_id]]);
      }
      for (const query of ['n%que', 'c_fe', 'unique absent', "' or 1=1 --"]) {
        expect((await list(`query=${encodeURIComponent(`${query} ${name}`)}`)).data).toEqual([]);
      }
      await server.send('PATCH', `${path}/updateById/${_id}`, { body: { [title]: `Renamed ${name}` } });
      expect((await list(`query=cafe unique ${name}`)).data).toEqual([]);
    });

    it('filters by any filter field', async () => {
      for (const field of fieldsOf(resource, 'status')) {
        const off = await createRecord(server.send, resource, {
          [title]: `Narrow ${name}`,
          [field]: 'INACTIVE',
        });
        const on = await createRecord(server.send, resource, {
          [title]: `Narrow ${name}`,
          [field]: 'ACTIVE',
        });
        const ids = async (query: string) =>
          (await list(`query=narrow ${name}&${query}`)).data.map((record) => record._id);
        expect(await ids(`${field}=INACTIVE`)).toEqual([off._id]);
        expect(await ids(`${field}=active`)).toEqual([on._id]);
        expect(await ids(`${field}=All`)).toEqual([on._id, off._id]);
        expect(await ids(`${field}=nonsense`)).toEqual([]);
      }
      for (const field of fieldsOf(resource, 'reference')) {
        const record = await createRecord(server.send, resource);
        await createRecord(server.send, resource);
        const { data, total } = await list(`${field}=${record[field]}`);
        const { attributeArr, ...listed } = record;
        expect([data, total]).toEqual([[expect.objectContaining(listed)], 1]);
      }
    });
  });

  describe.each(selectable.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
    it('returns the options of a select in order of their labels, or the first ones and their total', async () => {
      const title = resource.titleField;
      for (const word of ['b', 'A', 'c']) {
        await createRecord(server.send, resource, { [title]: `Option ${word}` });
      }
      const { body } = await server.send('GET', `/v1/${name}?forSelect=true&query=option`);
      const data = body.data as { label: string; value: string }[];
      expect(data.map((option) => option.label)).toEqual(['Option A', 'Option b', 'Option c']);
      const first = await server.send('GET', `/v1/${name}/getById/${data[0]?.value}`);
      expect((first.body.data as AnyRecord)[title]).toBe('Option A');
      expect(Object.keys(data[0] ?? {}).sort()).toEqual(['label', 'value']);

      const limited = await server.send('GET', `/v1/${name}?forSelect=true&query=option&limit=2`);
      expect(limited.body).toMatchObject({ data: data.slice(0, 2), total: 3 });
      const complete = await server.send('GET', `/v1/${name}?forSelect=true&query=option&limit=3`);
      expect(complete.body).toMatchObject({ data, total: 3 });
      expect(body.total).toBeUndefined();
      const rejected = await server.send('GET', `/v1/${name}?forSelect=true&limit=0`);
      expect(rejected.status).toBe(400);
    });
  });

  it('adds details to options of a select with equal labels', async () => {
    const spain = await createRecord(server.send, country, { name: 'Spain' });
    const chile = await createRecord(server.send, country, { name: 'Chile' });
    for (const { _id } of [spain, chile]) await createRecord(server.send, region, { name: 'Twin', countryId: _id });
    await createRecord(server.send, region, { name: 'Twin alone', countryId: spain._id });
    const { body } = await server.send('GET', '/v1/region?forSelect=true&query=twin');
    const details = (body.data as SelectOption[]).map(({ detail }) => detail);
    expect(details.toSorted()).toEqual(['Chile', 'Spain', undefined]);
    for (const email of ['one@example.com', 'two@example.com'])
      await createRecord(server.send, user, { name: 'Meera Twin', email, phone: '' });
    const users = await server.send('GET', '/v1/user?forSelect=true&query=meera%20twin&limit=5');
    const emails = (users.body.data as SelectOption[]).map(({ detail }) => detail);
    expect(emails.toSorted()).toEqual(['one@example.com', 'two@example.com']);
  });
});
