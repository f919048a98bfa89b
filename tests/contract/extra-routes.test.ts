import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { attribute } from '../../src/shared/resources/attribute.ts';
import { attributeValue } from '../../src/shared/resources/attribute-value.ts';
import { banner } from '../../src/shared/resources/banner.ts';
import { category } from '../../src/shared/resources/category.ts';
import { helpMessage } from '../../src/shared/resources/help-message.ts';
import { lifeAtSaya } from '../../src/shared/resources/life-at-saya.ts';
import { notification } from '../../src/shared/resources/notification.ts';
import { opportunity } from '../../src/shared/resources/opportunity.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { anyDatabase } from '../support/databases.ts';
import { createRecord, missingId } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const get = async (path: string) => (await server.send('GET', path)).body;

  it('keeps the currency of the office', async () => {
    expect(await get('/v1/meta')).toMatchObject({ currency: 'INR' });
    expect((await server.send('PATCH', '/v1/office', { body: { currency: 'XXX' } })).status).toBe(400);
    expect((await server.send('PATCH', '/v1/office', { body: { currency: 'EUR' } })).status).toBe(200);
    await server.restart();
    expect(await get('/v1/meta')).toMatchObject({ currency: 'EUR' });
  });

  it('lists every attribute with its values', async () => {
    const size = await createRecord(server.send, attribute, { name: 'Size' });
    const colour = await createRecord(server.send, attribute, { name: 'Colour' });
    const values: AnyRecord[] = [];
    for (const name of ['S', 'M', 'XL']) {
      values.push(await createRecord(server.send, attributeValue, { attributeId: size._id, name }));
    }
    expect(await get('/v1/attribute/getAttributeWithValue')).toEqual({
      success: true,
      message: 'Attributes found',
      data: [
        { ...colour, attributeValueArr: [] },
        { ...size, attributeValueArr: values.map((value) => ({ ...value, checked: false })) },
      ],
      total: 2,
    });
    const filtered = await get(`/v1/attributeValue/?forSelect=true&attributeId=${size._id}`);
    expect((filtered.data as { label: string }[]).map(({ label }) => label)).toEqual(['M', 'S', 'XL']);
    expect((await get(`/v1/attributeValue/?attributeId=${colour._id}`)).total).toBe(0);
    await server.send('DELETE', `/v1/attribute/deleteById/${size._id}`);
    expect((await get('/v1/attribute/getAttributeWithValue')).total).toBe(1);
    expect((await get('/v1/attributeValue/')).total).toBe(0);
  });

  it('lists every category with its sub categories', async () => {
    const paper = await createRecord(server.send, category, { name: 'Paper' });
    const ink = await createRecord(server.send, category, { name: 'Ink' });
    const made: AnyRecord[] = [];
    for (let index = 0; index < 12; index += 1) {
      made.push(await createRecord(server.send, subCategory, { categoryId: paper._id }));
    }
    const { data } = await get('/v1/category/getNestedCategory');
    expect(data).toEqual([
      { ...ink, subCategoryArr: [] },
      { ...paper, subCategoryArr: made },
    ]);
    const options = await get(`/v1/subCategory/?forSelect=true&categoryId=${paper._id}`);
    expect(options.data).toHaveLength(12);
    expect((await get(`/v1/subCategory/?forSelect=true&categoryId=${ink._id}`)).data).toEqual([]);
  });

  it('counts the sub categories of listed categories', async () => {
    const { _id: categoryId } = await createRecord(server.send, category, { name: 'Counted' });
    await createRecord(server.send, category, { name: 'Counted, too' });
    await createRecord(server.send, subCategory, { categoryId });
    const { data } = await get('/v1/category/?query=counted&sort=name');
    expect((data as AnyRecord[]).map(({ subCategoryCount }) => subCategoryCount)).toEqual([1, 0]);
    const [sent] = data as AnyRecord[];
    expect((await server.send('PATCH', `/v1/category/updateById/${categoryId}`, { body: sent })).status).toBe(200);
  });

  describe.each([lifeAtSaya, opportunity].map((resource) => [resource.name, resource] as const))(
    '%s',
    (name, resource) => {
      const title = resource.titleField;

      it('accepts every path of the specification', async () => {
        const record = await createRecord(server.send, resource);
        for (const path of [`getDataById/${record._id}`, `getDataById/${record._id}/`, `getById/${record._id}`]) {
          expect((await get(`/v1/${name}/${path}`)).data).toEqual(record);
        }
        for (const [path, value] of [
          ['updateById/', 'With slash'],
          ['updateById', 'Without slash'],
          [`updateById/${record._id}`, 'In the path'],
        ]) {
          const { status, body } = await server.send('PATCH', `/v1/${name}/${path}`, {
            body: { ...record, id: record._id, version: undefined, [title]: value },
          });
          expect([status, (body.data as AnyRecord)[title]]).toEqual([200, value]);
        }
        const late = await server.send('PATCH', `/v1/${name}/updateById/`, {
          body: { id: record._id, [title]: 'Late', version: 1 },
        });
        expect(late.status).toBe(409);
      });

      it('rejects an invalid id in the body', async () => {
        const send = async (body: object) => {
          const response = await server.send('PATCH', `/v1/${name}/updateById/`, { body });
          return [response.status, response.body.errors?.[0]?.field];
        };
        expect(await send({ [title]: 'x' })).toEqual([400, 'id']);
        expect(await send({ id: 5, [title]: 'x' })).toEqual([400, 'id']);
        expect(await send({ id: missingId, [title]: 'x' })).toEqual([404, undefined]);
        expect(await send({ id: missingId, nonsense: 1 })).toEqual([400, 'nonsense']);
      });
    },
  );

  it('filters life at the company by role', async () => {
    await createRecord(server.send, lifeAtSaya, { role: 'event_celebration' });
    const story = await createRecord(server.send, lifeAtSaya, { role: 'team_stories' });
    expect((await get('/v1/life-at-saya/?role=team_stories')).data).toEqual([story]);
  });

  it('changes a banner by the id in its body', async () => {
    const { _id } = await createRecord(server.send, banner);
    const { status, body } = await server.send('GET', '/v1/banner/?forSelect=true');
    expect([status, body.message]).toEqual([400, 'Banners have no select list']);
    const changed = await server.send('PATCH', `/v1/banner/updateById/${_id}`, {
      body: { id: _id, name: 'Summer' },
    });
    expect(changed.body.data).toMatchObject({ _id, name: 'Summer' });
  });

  it('filters notifications by status', async () => {
    const read = await createRecord(server.send, notification, { status: undefined });
    const unread = await createRecord(server.send, notification, { status: 'Unread' });
    expect(read.status).toBe('Read');
    expect(unread.userName).toMatch(/^Name \d+$/);
    const ids = async (query: string) =>
      ((await get(`/v1/notification/?pageIndex=0&pageSize=10${query}`)).data as AnyRecord[]).map(({ _id }) => _id);
    expect(await ids('&status=Read')).toEqual([read._id]);
    expect(await ids('&status=UNREAD')).toEqual([unread._id]);
    for (const all of ['', '&status=', '&status=All', '&status=ALL']) {
      expect(await ids(all)).toEqual([unread._id, read._id]);
    }
  });

  describe('a help chat', () => {
    const open = async (changes: object = {}) => {
      const body = { title: 'Late parcel', guestName: 'Asha', ...changes };
      return server.send('POST', '/v1/helpSupport/', { body });
    };
    const change = (id: string, body: object) => server.send('PATCH', `/v1/helpSupport/updateById/${id}`, { body });
    const isNow = (time: unknown) => Math.abs(Date.now() - Date.parse(String(time))) < 60_000;

    it('ends when it is solved', async () => {
      const chat = (await open()).body.data as AnyRecord;
      expect(chat).toMatchObject({ status: 'Pending', endChat: '' });
      expect(chat.chatId).toMatch(/^CHAT-[2-9A-Z]{8}$/);
      expect([isNow(chat.startChat), chat.startChat]).toEqual([true, expect.stringMatching(/Z$/)]);
      const solved = (await change(chat._id, { status: 'Solved' })).body.data as AnyRecord;
      expect([isNow(solved.endChat), solved.startChat]).toEqual([true, chat.startChat]);
      const edited = (await change(chat._id, { title: 'Later parcel' })).body.data as AnyRecord;
      expect(edited.endChat).toBe(solved.endChat);
      expect((await get('/v1/helpSupport/?status=SOLVED')).data).toEqual([edited]);
      expect((await get('/v1/helpSupport/?status=Pending')).total).toBe(0);
      const reopened = await change(chat._id, { status: 'Pending' });
      expect(reopened.body.data).toMatchObject({ endChat: '', chatId: chat.chatId });
    });

    it('keeps values that are sent', async () => {
      const sent = { chatId: 'C-7', startChat: '2026-02-01T10:00:00+05:30', endChat: '2026-02-01T05:00:00Z' };
      const { body } = await open({ ...sent, status: 'solved' });
      expect(body.data).toMatchObject({
        chatId: 'C-7',
        status: 'Solved',
        startChat: '2026-02-01T04:30:00.000Z',
        endChat: '2026-02-01T05:00:00.000Z',
      });
      const wrong = await open({ startChat: 'yesterday' });
      expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([400, 'startChat']);
    });

    it('owns its messages', async () => {
      const chat = (await open()).body.data as AnyRecord;
      const texts = ['Where is it?', 'On its way', 'Thanks'];
      for (const text of texts) {
        await createRecord(server.send, helpMessage, { helpSupportId: chat._id, text });
      }
      const own = await server.send('POST', '/v1/helpMessage/', {
        body: { helpSupportId: chat._id, text: 'Anything else?' },
      });
      expect(own.body.data).toMatchObject({ author: 'STAFF' });
      const { data } = await get(`/v1/helpMessage/?helpSupportId=${chat._id}&sort=createdAt&pageSize=500`);
      expect((data as AnyRecord[]).map(({ text }) => text)).toEqual([...texts, 'Anything else?']);
      await server.send('DELETE', `/v1/helpSupport/deleteById/${chat._id}`);
      expect((await get(`/v1/helpMessage/?helpSupportId=${chat._id}`)).total).toBe(0);
    });
  });
});
