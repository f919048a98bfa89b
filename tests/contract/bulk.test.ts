import { describe, expect, it } from 'vitest';
import { type BulkResult, bulkFields } from '../../src/shared/bulk.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { formatCountInSentence } from '../../src/shared/resource-kit/labels.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { country, region, state } from '../../src/shared/resources/geography.ts';
import { user } from '../../src/shared/resources/user.ts';
import { databaseKinds } from '../support/databases.ts';
import { collectionsOn, createRecord, missingId } from '../support/record-factory.ts';
import { type ApiResponse, setUpTestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  const bulk = (name: string, body: object, headers?: Record<string, string>): Promise<ApiResponse> =>
    server.send('POST', `/v1/${name}/bulk`, { body, headers });
  const done = async (name: string, body: object): Promise<BulkResult> => {
    const response = await bulk(name, body);
    expect([response.status, response.body]).toEqual([200, expect.anything()]);
    return response.body as unknown as BulkResult;
  };
  const revert = (changeId: unknown) => server.send('POST', `/v1/history/changes/${changeId}/revert`);
  const get = async (name: string, id: string) =>
    (await server.send('GET', `/v1/${name}/getById/${id}`)).body.data as AnyRecord | undefined;
  const entries = async () => (await server.send('GET', '/v1/history')).body.total;

  describe.each(collectionsOn(kind).map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
    it('are restored together', async () => {
      const records = [await createRecord(server.send, resource), await createRecord(server.send, resource)];
      const ids = records.map(({ _id }) => _id);
      const result = await done(name, { action: 'delete', ids });
      expect(result).toMatchObject({
        total: 2,
        changed: 2,
        unchanged: 0,
        cascadedCount: 0,
        failed: [],
        rows: [],
      });
      expect(result.message).toBe(`${formatCountInSentence(2, resource)} deleted`);
      for (const id of ids) expect(await get(name, id)).toBeUndefined();
      const { status, body } = await revert(result.changeId);
      expect([status, body.changed]).toEqual([200, 2]);
      for (const record of records) {
        const back = await get(name, record._id);
        expect(back).toEqual({ ...record, version: 2, updatedAt: back?.updatedAt });
      }
    });
  });

  it.each(
    collectionsOn(kind).flatMap((resource) =>
      Object.entries(resource.fields)
        .filter(([, field]) => field.kind === 'status')
        .map(([field]) => [resource.name, resource, field] as const),
    ),
  )('changes the status of many %s, and takes it back as a whole', async (name, resource, field) => {
    const [on, off] = [
      await createRecord(server.send, resource),
      await createRecord(server.send, resource, { [field]: 'INACTIVE' }),
    ];
    const body = { action: 'update', ids: [on._id, off._id, on._id], values: { [field]: 'INACTIVE' } };
    const result = await done(name, body);
    expect(result).toMatchObject({ total: 2, changed: 1, unchanged: 1, failed: [] });
    expect(await get(name, on._id)).toMatchObject({ [field]: 'INACTIVE', version: 2 });
    expect(await get(name, off._id)).toMatchObject({ version: 1 });
    const again = await done(name, body);
    expect(again).toMatchObject({
      changed: 0,
      unchanged: 2,
      changeId: null,
      message: 'Nothing to update',
    });
    await revert(result.changeId);
    expect(await get(name, on._id)).toMatchObject({ [field]: 'ACTIVE', version: 3 });
  });

  it('shows the differences of a dry run without writing', async () => {
    const [france, spain] = [
      await createRecord(server.send, country, { name: 'France' }),
      await createRecord(server.send, country, { name: 'Spain' }),
    ];
    const north = await createRecord(server.send, region, { name: 'North', countryId: france._id });
    await createRecord(server.send, state, { regionId: north._id });
    const before = await entries();
    const ids = [north._id, missingId];
    const values = { countryId: spain._id, status: 'ACTIVE' };
    const result = await done('region', { action: 'update', ids, values, dryRun: true });
    expect(result).toMatchObject({ total: 2, changed: 1, unchanged: 0, cascadedCount: 1, changeId: null });
    expect(result.failed).toEqual([
      { id: missingId, label: '', message: 'Region not found. It may have been deleted.' },
    ]);
    expect(result.rows).toEqual([
      {
        id: north._id,
        label: 'North',
        before: { countryId: france._id, countryName: 'France' },
        after: { countryId: spain._id, countryName: 'Spain' },
      },
    ]);
    const gone = await done('region', { action: 'delete', ids: [north._id], dryRun: true });
    expect(gone).toMatchObject({ changed: 0, failed: [{ id: north._id, label: 'North' }] });
    expect(await entries()).toBe(before);
    expect(await get('region', north._id)).toEqual(north);
  });

  it('shows the first hundred rows of a dry run', async () => {
    for (let index = 0; index < 103; index += 1) {
      await createRecord(server.send, faq, { name: `Counted ${index}` });
    }
    const filter = { query: 'counted' };
    const result = await done('faq', {
      action: 'update',
      filter,
      values: { status: 'INACTIVE' },
      dryRun: true,
    });
    expect([result.total, result.changed, result.rows.length]).toEqual([103, 103, 100]);
    expect(result.rows[0]).toMatchObject({ label: 'Counted 102', before: { status: 'ACTIVE' } });
    expect(await done('faq', { action: 'delete', filter })).toMatchObject({ changed: 103 });
    expect((await server.send('GET', '/v1/faq/?query=counted')).body.total).toBe(0);
  });

  it('changes all pages of a filtered list', async () => {
    const made: AnyRecord[] = [];
    for (const status of ['ACTIVE', 'INACTIVE', 'ACTIVE']) {
      made.push(await createRecord(server.send, faq, { name: 'Narrowed question', status }));
    }
    const filter = { query: 'narrowed', status: 'active', pageIndex: '3', pageSize: '1', sort: '-name' };
    expect(await done('faq', { action: 'delete', filter })).toMatchObject({ total: 2, changed: 2 });
    expect(await get('faq', String(made[1]?._id))).toBeDefined();
    for (const wrong of [{ statsu: 'ACTIVE' }, { name: 'Narrowed question' }, { status: 1 }, 'all']) {
      const { status, body } = await bulk('faq', { action: 'delete', filter: wrong });
      expect([wrong, status, body.errors?.length]).toEqual([wrong, 400, 1]);
    }
    expect(await get('faq', String(made[1]?._id))).toBeDefined();
  });

  it('changes nothing if other records match than in the snapshot', async () => {
    const shown = await createRecord(server.send, faq, { name: 'Snapshot one' });
    await createRecord(server.send, faq, { name: 'Snapshot two' });
    const filter = { query: 'snapshot' };
    const { body: seen } = await server.send('GET', '/v1/faq/?query=snapshot&snapshot=true');
    expect([seen.total, seen.data]).toEqual([2, []]);
    await done('faq', { action: 'delete', ids: [shown._id] });
    const late = await createRecord(server.send, faq, { name: 'Snapshot late' });
    const { status } = await bulk('faq', { action: 'delete', filter, snapshot: seen.snapshot });
    expect([status, await get('faq', late._id)]).toEqual([409, late]);
    const { body: current } = await server.send('GET', '/v1/faq/?query=snapshot&snapshot=true');
    const result = await done('faq', { action: 'delete', filter, snapshot: current.snapshot });
    expect(result.changed).toBe(current.total);
  });

  it('changes nothing, or only the valid records, if one is rejected', async () => {
    const [used, free] = [
      await createRecord(server.send, country, { name: 'Used' }),
      await createRecord(server.send, country, { name: 'Free' }),
    ];
    await createRecord(server.send, region, { countryId: used._id });
    const ids = [free._id, used._id];
    const message = '“Used” can’t be deleted because it’s used by 1 region';
    const { status, body } = await bulk('country', { action: 'delete', ids });
    expect([status, body.message]).toEqual([
      409,
      `Nothing was changed: 1 of 2 countries can’t be deleted. ${message}.`,
    ]);
    expect(body.failed).toEqual([{ id: used._id, label: 'Used', message }]);
    expect(await get('country', free._id)).toEqual(free);

    const result = await done('country', { action: 'delete', ids, partial: true });
    expect(result).toMatchObject({ changed: 1, failed: [{ id: used._id, message }] });
    expect(result.message).toBe('1 country deleted, 1 failed');
    expect(await get('country', free._id)).toBeUndefined();
    await revert(result.changeId);
    expect(await get('country', free._id)).toMatchObject({ name: 'Free' });
  });

  it('keeps the last admin', async () => {
    const [admin] = (await server.send('GET', '/v1/user/?role=admin')).body.data as AnyRecord[];
    const other = await createRecord(server.send, user);
    const ids = [other._id, admin?._id];
    for (const body of [
      { action: 'delete', ids },
      { action: 'update', ids, values: { status: 'INACTIVE' } },
      { action: 'update', ids, values: { role: 'USER' } },
    ]) {
      const response = await bulk('user', body);
      expect([response.status, response.body.failed]).toEqual([409, [expect.objectContaining({ id: admin?._id })]]);
    }
    expect(await get('user', other._id)).toEqual(other);
    expect((await server.send('GET', '/v1/user/authorization')).status).toBe(200);
  });

  it('rejects an invalid bulk action at its field', async () => {
    const { _id } = await createRecord(server.send, faq);
    const ids = [_id];
    for (const [field, body] of [
      ['action', { ids }],
      ['action', { action: 'archive', ids }],
      ['ids', { action: 'delete' }],
      ['ids', { action: 'delete', ids, filter: {} }],
      ['ids', { action: 'delete', ids: [] }],
      ['ids', { action: 'delete', ids: Array(10_001).fill(_id) }],
      ['values', { action: 'update', ids }],
      ['values', { action: 'update', ids, values: {} }],
      ['values', { action: 'delete', ids, values: { status: 'ACTIVE' } }],
      ['values.status', { action: 'update', ids, values: { status: 'GONE' } }],
      ['values.name', { action: 'update', ids, values: { status: 'ACTIVE', name: 'The same' } }],
      ['values.version', { action: 'update', ids, values: { status: 'ACTIVE', version: 1 } }],
      ['dryRun', { action: 'delete', ids, dryRun: 'yes' }],
      ['nonsense', { action: 'delete', ids, nonsense: 1 }],
    ] as const) {
      const { status, body: response } = await bulk('faq', body);
      expect([body, status, response.errors?.map((error) => error.field)]).toEqual([body, 400, [field]]);
    }
    expect(await get('faq', _id)).toMatchObject({ version: 1 });
  });

  it('executes a repeated request once', async () => {
    const { _id } = await createRecord(server.send, faq);
    const body = { action: 'delete', ids: [_id] };
    const key = { 'idempotency-key': 'bulk' };
    const [one, two] = [await bulk('faq', body, key), await bulk('faq', body, key)];
    expect([one.status, two.status, two.body]).toEqual([200, 200, one.body]);
  });

  it('lets one of two simultaneous deletions win', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.push((await createRecord(server.send, faq))._id);
    const responses = await Promise.all([
      bulk('faq', { action: 'delete', ids }),
      bulk('faq', { action: 'delete', ids: ids.toReversed() }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('sets every shared field', async () => {
    for (const resource of collectionsOn(kind)) {
      const fields = bulkFields(resource).map(([name]) => name);
      const record = await createRecord(server.send, resource);
      const other = await createRecord(server.send, resource);
      const names = resource.name === 'product' ? fields.filter((name) => name !== 'price') : fields;
      if (names.length === 0) continue;
      const values = Object.fromEntries(names.map((name) => [name, other[name]]));
      await done(resource.name, { action: 'update', ids: [record._id], values, partial: true });
      expect(await get(resource.name, record._id)).toMatchObject(values);
    }
  });
});
