import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { attribute } from '../../src/shared/resources/attribute.ts';
import { attributeValue } from '../../src/shared/resources/attribute-value.ts';
import { databaseKinds, withBlockedStatements, withDatabase } from '../support/databases.ts';
import { createHistoryClient } from '../support/history-client.ts';
import { csv, importProducts, importRecords } from '../support/import-client.ts';
import { createRecord } from '../support/record-factory.ts';
import { type ApiResponse, setUpTestServer } from '../support/test-server.ts';

const message = 'Size already has the value L';
const refused = { success: false, message, errors: [{ field: 'name', message }] };

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { change, remove, latestEntry, revert, revertChange } = createHistoryClient(server);

  const createAttribute = async (name: string, values: string[]) => {
    const { _id: attributeId } = await createRecord(server.send, attribute, { name });
    const made: AnyRecord[] = [];
    for (const value of values)
      made.push(await createRecord(server.send, attributeValue, { name: value, attributeId }));
    return { attributeId, made };
  };
  const add = (attributeId: string, name: string): Promise<ApiResponse> =>
    server.send('POST', '/v1/attributeValue/', { body: { attributeId, name } });
  const namesOf = async (attributeId: string) => {
    const { body } = await server.send('GET', `/v1/attributeValue/?attributeId=${attributeId}&sort=name`);
    return (body.data as AnyRecord[]).map(({ name }) => name);
  };
  const expectRejected = ({ status, body }: ApiResponse, text = message) =>
    expect([status, body.message, body.errors]).toEqual([409, text, refused.errors]);
  /** Creates a duplicate directly in the database, as one older than the uniqueness rule can contain. */
  const makeDuplicate = ({ _id }: AnyRecord, { name }: AnyRecord) =>
    withDatabase(server, async (database) => {
      const search = `  ${String(name).toLowerCase()}`;
      await database
        .updateTable('attributeValue' as 'user')
        .set({ name, search } as object)
        .where('_id', '=', _id)
        .execute();
    });

  it('rejects a value whose normalized name exists', async () => {
    const { attributeId } = await createAttribute('Size', ['L', 'Extra  large']);
    for (const name of ['L', 'l', '  L ']) {
      const { status, body } = await add(attributeId, name);
      expect([status, body]).toEqual([409, refused]);
    }
    expect((await add(attributeId, 'EXTRA LARGE')).body.message).toBe('Size already has the value Extra  large');
    expect(await namesOf(attributeId)).toEqual(['Extra  large', 'L']);
  });

  it('accepts names that differ in accents or attribute', async () => {
    const { attributeId } = await createAttribute('Colour', ['Rose']);
    expect((await add(attributeId, 'Rosé')).status).toBe(200);
    const other = await createAttribute('Wine', []);
    expect((await add(other.attributeId, 'rose')).status).toBe(200);
  });

  it('rejects renaming a value to an existing one', async () => {
    const { made } = await createAttribute('Size', ['L', 'M']);
    expectRejected(await change('attributeValue', made[1]?._id, { name: ' l' }));
    expect((await change('attributeValue', made[0]?._id, { name: 'l' })).status).toBe(200);
  });

  it('rejects moving a value to an attribute that has it', async () => {
    const { attributeId } = await createAttribute('Size', ['L']);
    const { made } = await createAttribute('Cut', ['l', 'Slim']);
    expectRejected(await change('attributeValue', made[0]?._id, { attributeId }));
    const bulk = (partial: boolean) =>
      server.send('POST', '/v1/attributeValue/bulk', {
        body: { action: 'update', values: { attributeId }, ids: made.map(({ _id }) => _id), partial },
      });
    const whole = await bulk(false);
    expect([whole.status, whole.body.failed]).toEqual([409, [{ id: made[0]?._id, label: 'l', message }]]);
    expect((await bulk(true)).body).toMatchObject({ changed: 1, failed: [{ message }] });
    expect(await namesOf(attributeId)).toEqual(['L', 'Slim']);
  });

  it('rejects a bulk change that creates duplicates', async () => {
    const first = await createAttribute('First', ['Same']);
    const second = await createAttribute('Second', ['SAME']);
    const { attributeId } = await createAttribute('Both', []);
    const ids = [...first.made, ...second.made].map(({ _id }) => _id);
    const { status, body } = await server.send('POST', '/v1/attributeValue/bulk', {
      body: { action: 'update', values: { attributeId }, ids },
    });
    expect([status, body.failed]).toEqual([409, [expect.objectContaining({ id: ids[1] })]]);
  });

  it('matches imported values by their normalized names', async () => {
    const { attributeId } = await createAttribute('Sheet', ['L']);
    const { body } = await importRecords(
      server,
      'attributeValue',
      csv(['AttributeValue Value Name', 'Attribute'], ['M', 'sheet'], ['m ', 'SHEET'], [' l', 'Sheet']),
      '?partial=true',
    );
    expect(body.report).toMatchObject({ create: 1, failed: 1 });
    expect((await namesOf(attributeId)).map((name) => String(name).toLowerCase())).toEqual(['l', 'm']);
  });

  it('restores a value only if its name is free', async () => {
    const { attributeId, made } = await createAttribute('Size', ['l']);
    const { body } = await remove('attributeValue', made[0]?._id);
    const second = (await add(attributeId, 'L')).body.data as AnyRecord;
    const restore = () => server.send('POST', `/v1/trash/${body.historyId}/restore`);
    const problem = `Can’t restore attribute value “l”. ${message}.`;
    expectRejected(await restore(), problem);
    expectRejected(await revert(body.historyId), problem);
    await remove('attributeValue', second._id);
    expect((await restore()).status).toBe(200);
  });

  it('undoes a rename only if the name is free', async () => {
    const { attributeId, made } = await createAttribute('Size', ['l']);
    await change('attributeValue', made[0]?._id, { name: 'M' });
    const { _id, changeId } = await latestEntry(String(made[0]?._id));
    await add(attributeId, 'L');
    expectRejected(await revert(_id), `Can’t undo this change to attribute value “M”. ${message}.`);
    const whole = await revertChange(changeId);
    expect([whole.status, whole.body.failed]).toEqual([
      409,
      [expect.objectContaining({ id: made[0]?._id, message: expect.stringContaining(message) })],
    ]);
  });

  it('matches the values of imported products by their normalized names', async () => {
    const { attributeId } = await createAttribute('Paper size', ['A4  plain']);
    const { body } = await importProducts(
      server,
      csv(
        ['Name', 'Variant SKU', 'Attribute: PAPER  size'],
        ['Pad', 'PAD-1', 'a4 Plain'],
        ['Pad', 'PAD-2', 'a5'],
        ['Block', 'BLOCK-1', ' A5 '],
      ),
    );
    expect(body.report).toMatchObject({ create: 2, failed: 0 });
    expect(await namesOf(attributeId)).toEqual(['A4  plain', 'a5']);
  });

  describe('with duplicates older than the rule', () => {
    it('accepts changes of them but no third', async () => {
      const { attributeId, made } = await createAttribute('Size', ['L', 'M']);
      const [first, second] = made;
      if (!first || !second) throw new Error('There are two values');
      await makeDuplicate(second, first);
      expectRejected(await add(attributeId, 'l'));
      expect((await change('attributeValue', second._id, { name: 'L' })).status).toBe(200);
      expect((await change('attributeValue', second._id, { name: 'L', attributeId })).status).toBe(200);
      await server.restart();
      expect(await namesOf(attributeId)).toEqual(['L', 'L']);
      expect((await change('attributeValue', second._id, { name: 'XL' })).status).toBe(200);
    });

    it('restores them with their attribute', async () => {
      const { attributeId, made } = await createAttribute('Size', ['L', 'M']);
      const [first, second] = made;
      if (!first || !second) throw new Error('There are two values');
      await makeDuplicate(second, first);
      const { body } = await remove('attribute', attributeId);
      expect((await server.send('POST', `/v1/trash/${body.historyId}/restore`)).status).toBe(200);
      expect(await namesOf(attributeId)).toEqual(['L', 'L']);
    });

    it('assigns imported products to the older one', async () => {
      const { attributeId, made } = await createAttribute('Old size', ['L', 'M']);
      const [first, second] = made;
      if (!first || !second) throw new Error('There are two values');
      await makeDuplicate(second, first);
      const { body } = await importProducts(
        server,
        csv(['Name', 'Variant SKU', 'Attribute: Old size'], ['Shirt', 'SHIRT-1', 'l']),
      );
      expect(body.report).toMatchObject({ create: 1, failed: 0 });
      expect(await namesOf(attributeId)).toEqual(['L', 'L']);
    });
  });

  it('creates one of many simultaneous values of the same name', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { attributeId } = await createAttribute(`Race ${round}`, []);
      const responses = await Promise.all(['x', 'X', ' x', 'X '].map((name) => add(attributeId, name)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    }
  });
});

describe('with simultaneous writes on postgres', () => {
  const server = setUpTestServer('postgres');

  it('does not import a value that is created at the same moment', async () => {
    const { _id } = await createRecord(server.send, attribute, { name: 'Meanwhile' });
    const lock = `select _id from attribute where _id = '${_id}' for no key update;
      insert into "attributeValue" (_id, name, "attributeId") values ('early', 'Early', '${_id}')`;
    const { body } = await withBlockedStatements({ databaseUrl: server.databaseUrl, statement: lock, waiting: 1 }, () =>
      importProducts(server, csv(['Name', 'Variant SKU', 'Attribute: Meanwhile'], ['Late', 'LATE-1', 'early'])),
    );
    expect(body.report).toMatchObject({ create: 1, failed: 0 });
    const { total } = (await server.send('GET', `/v1/attributeValue/?attributeId=${_id}`)).body;
    expect(total).toBe(1);
  });
});
