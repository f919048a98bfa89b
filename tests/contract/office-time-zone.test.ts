import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { gift } from '../../src/shared/resources/gift.ts';
import { createRecord } from '../support/record-factory.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
const systemZone = process.env.TZ;
beforeAll(async () => {
  server = await startTestServer('sqlite');
});
afterEach(() => {
  vi.useRealTimers();
  if (systemZone === undefined) delete process.env.TZ;
  else process.env.TZ = systemZone;
});
afterAll(() => server.stop());

/** Soon, because sessions end. */
const [today, tomorrow] = [2, 3].map((days) =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10),
);

/** The office's zone, and the time of its clock. */
const setClock = (timeZone: string, time: string) => {
  process.env.TZ = timeZone;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(time) });
};

const countGifts = async (isExpired: boolean) =>
  (await server.send('GET', `/v1/gift/?query=voucher&isExpired=${isExpired}`)).body.total;

it.each([
  ['west of UTC', 'America/Bogota', '-05:00'],
  ['east of UTC', 'Asia/Kolkata', '+05:30'],
])('a gift expires at the end of the office’s day %s', async (_name, zone, offset) => {
  const { _id } = await createRecord(server.send, gift, { name: 'Voucher', validTill: today });
  setClock(zone, `${today}T23:30:00${offset}`);
  expect([await countGifts(true), await countGifts(false)]).toEqual([0, 1]);
  setClock(zone, `${tomorrow}T00:30:00${offset}`);
  expect([await countGifts(true), await countGifts(false)]).toEqual([1, 0]);
  vi.useRealTimers();
  await server.send('DELETE', `/v1/gift/deleteById/${_id}`);
});

it('names an exported file after the office’s day', async () => {
  setClock('Asia/Kolkata', `${today}T00:30:00+05:30`);
  const { headers } = await server.send('GET', '/v1/gift/export?format=csv');
  expect(headers.get('content-disposition')).toContain(`gift-${today}.csv`);
});

it('tells clients the office’s time zone', async () => {
  process.env.TZ = 'Asia/Kolkata';
  const { body } = await server.send('GET', '/v1/meta', { token: null });
  expect(Intl.DateTimeFormat('en', { timeZone: String(body.timeZone) }).resolvedOptions().timeZone).toBe(
    Intl.DateTimeFormat('en', { timeZone: 'Asia/Kolkata' }).resolvedOptions().timeZone,
  );
});
