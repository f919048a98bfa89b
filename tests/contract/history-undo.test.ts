import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { category } from '../../src/shared/resources/category.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { country, region } from '../../src/shared/resources/geography.ts';
import { user } from '../../src/shared/resources/user.ts';
import { databaseKinds } from '../support/databases.ts';
import { asUpload, makeFile } from '../support/files.ts';
import { createHistoryClient } from '../support/history-client.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { latestEntry, change, remove, revert, get } = createHistoryClient(server);

  it('redoes an undone change', async () => {
    const record = await createRecord(server.send, faq, { name: 'Old', description: '<p>old</p>' });
    await change('faq', record._id, { name: 'New' });
    const entry = await latestEntry(record._id);
    const undone = await revert(entry._id);
    expect(undone.status).toBe(200);
    expect(undone.body.data).toMatchObject({ name: 'Old', version: 3 });
    const again = await latestEntry(record._id);
    expect(again).toMatchObject({ action: 'update', revertOf: entry._id, changedFields: ['name'] });
    await revert(again._id);
    expect(await get('faq', record._id)).toMatchObject({ name: 'New', description: '<p>old</p>' });
  });

  it('undoes a creation', async () => {
    const record = await createRecord(server.send, faq);
    const { status, body } = await revert((await latestEntry(record._id))._id);
    expect([status, body.data]).toEqual([200, null]);
    expect(await get('faq', record._id)).toBeUndefined();
    expect(await latestEntry(record._id)).toMatchObject({ action: 'delete', canRevert: true });
  });

  it('rejects undoing a change that was followed by another', async () => {
    const record = await createRecord(server.send, faq, { name: 'One' });
    const created = await latestEntry(record._id);
    await change('faq', record._id, { name: 'Two' });
    const changed = await latestEntry(record._id);
    await change('faq', record._id, { name: 'Three' });
    for (const entry of [created, changed]) {
      const { status, body } = await revert(entry._id);
      expect([status, body.message]).toEqual([
        409,
        `Can’t undo this change to FAQ “${entry.title}”. It has been changed since.`,
      ]);
      expect(body.data).toMatchObject({ name: 'Three', version: 3 });
    }
    const { body } = await remove('faq', record._id);
    expect((await revert(changed._id)).body.message).toContain('It has been deleted since');
    await revert(body.historyId);
    expect((await revert(body.historyId)).status).toBe(409);
    expect(await get('faq', record._id)).toMatchObject({ name: 'Three' });
  });

  it('undoes a change once for simultaneous requests', async () => {
    const record = await createRecord(server.send, faq, { name: 'One' });
    await change('faq', record._id, { name: 'Two' });
    const { _id } = await latestEntry(record._id);
    const responses = await Promise.all(Array.from({ length: 6 }, () => revert(_id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const { body } = await remove('faq', record._id);
    const restored = await Promise.all(Array.from({ length: 6 }, () => revert(body.historyId)));
    expect(restored.map(({ status }) => status).filter((status) => status === 200)).toEqual([200]);
    expect(restored.every(({ status }) => [200, 409, 404].includes(status))).toBe(true);
  });

  it('restores a replaced file', async () => {
    const record = await createRecord(server.send, category, { image: asUpload('a.png', makeFile('png')) });
    await change('category', record._id, { image: asUpload('b.png', makeFile('png')) });
    const entry = await latestEntry(record._id);
    expect(entry.changedFields).toEqual(['image']);
    await server.restart();
    const { body } = await revert(entry._id);
    expect((body.data as AnyRecord).image).toBe(record.image);
    expect((await fetch(`${server.url}/uploads/${record.image}`, { method: 'HEAD' })).status).toBe(200);
  });

  it('rejects undoing what is no longer valid', async () => {
    const france = await createRecord(server.send, country, { name: 'France' });
    const spain = await createRecord(server.send, country, { name: 'Spain' });
    const north = await createRecord(server.send, region, { name: 'North', countryId: france._id });
    await change('region', north._id, { countryId: spain._id });
    const moved = await latestEntry(north._id);
    expect([moved.before?.countryName, moved.after?.countryName]).toEqual(['France', 'Spain']);
    await remove('country', france._id);
    const { status, body } = await revert(moved._id);
    expect([status, body.message]).toEqual([
      409,
      'Can’t undo this change to region “North”. This country no longer exists. Select another one.',
    ]);
    expect((await latestEntry(north._id)).before?.countryName).toBe('France');
  });

  it('keeps the last administrator', async () => {
    const [administrator] = (await server.send('GET', '/v1/user/?role=admin')).body.data as AnyRecord[];
    const entry = await latestEntry(String(administrator?._id));
    expect((await revert(entry._id)).status).toBe(409);
    const record = await createRecord(server.send, user, { email: 'once@example.com' });
    const { body } = await remove('user', record._id);
    await createRecord(server.send, user, { email: 'once@example.com' });
    const refused = await revert(body.historyId);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `Can’t restore user “${record.name}”. Another user already has this email.`,
    ]);
  });
});
