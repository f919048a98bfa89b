import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { displayNameOf } from '../../src/shared/resource-kit/fields.ts';
import { country, region } from '../../src/shared/resources/geography.ts';
import { findResource, resources } from '../../src/shared/resources/index.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { databaseKinds, withBlockedStatements } from '../support/databases.ts';
import { createRecord, validValues } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

const references = resources.flatMap((resource) =>
  Object.entries(resource.fields).flatMap(([fieldName, field]) => {
    const target = field.kind === 'reference' ? findResource(field.to) : undefined;
    return target && field.kind === 'reference'
      ? [{ name: `${resource.name}.${fieldName}`, resource, fieldName, target, onDelete: field.onDelete }]
      : [];
  }),
);

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  describe.each(references)('$name', ({ resource, fieldName, target, onDelete }) => {
    it('is returned with the current name of its target', async () => {
      const referred = await createRecord(server.send, target, { [target.titleField]: 'Before' });
      const record = await createRecord(server.send, resource, { [fieldName]: referred._id });
      expect(record[displayNameOf(fieldName)]).toBe('Before');
      await server.send('PATCH', `/v1/${target.name}/updateById/${referred._id}`, {
        body: { [target.titleField]: 'After' },
      });
      const { body } = await server.send('GET', `/v1/${resource.name}/?${fieldName}=${referred._id}`);
      expect((body.data as AnyRecord[])[0]?.[displayNameOf(fieldName)]).toBe('After');
    });

    it('rejects a missing target at its field', async () => {
      const values = await validValues(server.send, resource);
      const { status, body } = await server.send('POST', `/v1/${resource.name}/`, {
        body: { ...values, [fieldName]: 'nowhere' },
      });
      expect([status, body.errors?.map((error) => error.field)]).toEqual([400, [fieldName]]);
    });

    it('decides what happens when its target is deleted', async () => {
      const record = await createRecord(server.send, resource);
      const { status } = await server.send('DELETE', `/v1/${target.name}/deleteById/${record[fieldName]}`);
      expect(status).toBe(onDelete === 'restrict' ? 409 : 200);
      const after = await server.send('GET', `/v1/${resource.name}/getById/${record._id}`);
      expect(after.status).toBe(onDelete === 'restrict' ? 200 : 404);
    });
  });

  it('reports how many records use a record', async () => {
    const used = await createRecord(server.send, country, { name: 'India' });
    const url = `/v1/country/deleteById/${used._id}`;
    const first = await createRecord(server.send, region, { countryId: used._id });
    expect((await server.send('DELETE', url)).body).toEqual({
      success: false,
      message: '“India” can’t be deleted because it’s used by 1 region',
    });
    await createRecord(server.send, region, { countryId: used._id });
    await createRecord(server.send, region, { countryId: used._id });
    expect((await server.send('DELETE', url)).body.message).toContain('it’s used by 3 regions');
    const { body } = await server.send('GET', `/v1/region/?countryId=${used._id}`);
    for (const record of body.data as AnyRecord[]) {
      await server.send('DELETE', `/v1/region/deleteById/${record._id}`);
    }
    expect((await server.send('DELETE', url)).status).toBe(200);
    expect((await server.send('GET', `/v1/region/getById/${first._id}`)).status).toBe(404);
  });
});

describe('with simultaneous writes on postgres', () => {
  const server = setUpTestServer('postgres');

  it('rejects a record whose target is deleted at the same moment', async () => {
    const { _id: countryId } = await createRecord(server.send, country);
    const { status, body } = await withBlockedStatements(
      {
        databaseUrl: server.databaseUrl,
        statement: `delete from country where _id = '${countryId}'`,
        waiting: 1,
      },
      () => server.send('POST', '/v1/region/', { body: { name: 'Late', countryId } }),
    );
    expect([status, body.errors?.map((error) => error.field)]).toEqual([400, ['countryId']]);
  });

  it('rejects deleting a record that is referenced at the same moment', async () => {
    const { _id } = await createRecord(server.send, country);
    const statement = `insert into region (_id, name, "countryId") values ('early', 'Early', '${_id}')`;
    const { status } = await withBlockedStatements({ databaseUrl: server.databaseUrl, statement, waiting: 1 }, () =>
      server.send('DELETE', `/v1/country/deleteById/${_id}`),
    );
    expect(status).toBe(409);
  });

  it('rejects a cascade to a record that is referenced at the same moment', async () => {
    const child = await createRecord(server.send, subCategory);
    const statement = `insert into product (_id, name, "subCategoryId") values ('early', 'Early', '${child._id}')`;
    const { status, body } = await withBlockedStatements(
      { databaseUrl: server.databaseUrl, statement, waiting: 1 },
      () => server.send('DELETE', `/v1/category/deleteById/${child.categoryId}`),
    );
    expect([status, body.message]).toEqual([409, expect.stringContaining('it’s used by 1 product')]);
  });
});
