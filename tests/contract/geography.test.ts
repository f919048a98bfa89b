import { beforeEach, describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { findResource } from '../../src/shared/resources/index.ts';
import { anyDatabase } from '../support/databases.ts';
import { setUpTestServer } from '../support/test-server.ts';

const levels = ['country', 'region', 'state', 'city', 'location'] as const;
type Level = (typeof levels)[number];
type Branch = Record<Level, string>;

const above = (level: Level) => levels.slice(0, levels.indexOf(level));

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  let branch: Branch;
  let other: Branch;

  const create = (level: Level, body: object) => server.send('POST', `/v1/${level}/`, { body });
  const change = (level: Level, id: string, body: object) =>
    server.send('PATCH', `/v1/${level}/updateById/${id}`, { body });
  const get = async (level: Level, id: string) =>
    (await server.send('GET', `/v1/${level}/getById/${id}`)).body.data as AnyRecord;
  const list = async (level: Level, query: string) =>
    (await server.send('GET', `/v1/${level}/?${query}`)).body.data as AnyRecord[];

  const growBranch = async (word: string): Promise<Branch> => {
    const made: Partial<Branch> = {};
    for (const level of levels) {
      const parent = above(level).at(-1);
      const { status, body } = await create(level, {
        name: `${word} ${level}`,
        status: 'ACTIVE',
        ...(parent && { [`${parent}Id`]: made[parent] }),
        ...(level === 'state' && { countryId: made.country }),
      });
      expect(status).toBe(200);
      made[level] = (body.data as AnyRecord)._id;
    }
    return made as Branch;
  };
  beforeEach(async () => {
    branch = await growBranch('Old');
    other = await growBranch('New');
  });

  it('returns all parents', async () => {
    for (const level of levels) {
      const record = await get(level, branch[level]);
      for (const parent of above(level)) {
        expect(record).toMatchObject({ [`${parent}Id`]: branch[parent], [`${parent}Name`]: `Old ${parent}` });
      }
    }
  });

  it('shows a renamed parent in everything below it', async () => {
    for (const parent of levels) {
      await change(parent, branch[parent], { name: `Renamed ${parent}` });
      for (const level of levels.slice(levels.indexOf(parent) + 1)) {
        const [record] = await list(level, `${parent}Id=${branch[parent]}`);
        expect(record).toMatchObject({ _id: branch[level], [`${parent}Name`]: `Renamed ${parent}` });
        expect(await get(level, branch[level])).toMatchObject({ [`${parent}Name`]: `Renamed ${parent}` });
      }
    }
  });

  it('filters by every parent', async () => {
    for (const level of levels) {
      for (const parent of above(level)) {
        const filter = `${parent}Id=${branch[parent]}`;
        expect((await list(level, filter)).map(({ _id }) => _id)).toEqual([branch[level]]);
        expect(await list(level, `forSelect=true&${filter}`)).toEqual([
          { label: `Old ${level}`, value: branch[level] },
        ]);
      }
    }
  });

  it('rejects a grandparent that contradicts the parent', async () => {
    for (const level of levels.slice(2)) {
      const [direct = 'country', ...inherited] = above(level).toReversed();
      for (const parent of inherited) {
        const wrong = { [`${parent}Id`]: other[parent] };
        const created = await create(level, { name: 'X', [`${direct}Id`]: branch[direct], ...wrong });
        const label = findResource(parent)?.label.toLowerCase();
        expect([created.status, created.body.errors]).toEqual([
          400,
          [{ field: `${parent}Id`, message: expect.stringContaining(`doesn’t belong to this ${label}`) }],
        ]);
        const changed = await change(level, branch[level], wrong);
        expect([changed.status, changed.body.errors?.[0]?.field]).toEqual([400, `${parent}Id`]);
      }
      const whole = Object.fromEntries(above(level).map((parent) => [`${parent}Id`, other[parent]]));
      expect((await change(level, branch[level], whole)).status).toBe(200);
      expect((await change(level, branch[level], { [`${direct}Id`]: branch[direct] })).status).toBe(200);
      expect(await get(level, branch[level])).toMatchObject({ countryId: branch.country });
    }
  });

  it('moves everything below with its parent', async () => {
    const before = await get('location', branch.location);
    await change('region', branch.region, { countryId: other.country });
    for (const level of ['region', 'state', 'city', 'location'] as const) {
      expect(await get(level, branch[level])).toMatchObject({
        countryId: other.country,
        countryName: 'New country',
      });
      expect(await list(level, `countryId=${branch.country}`)).toEqual([]);
      expect(await list(level, `countryId=${other.country}`)).toHaveLength(2);
    }
    expect(await get('location', branch.location)).toMatchObject({
      regionId: branch.region,
      stateId: branch.state,
      version: Number(before.version) + 1,
    });
    await change('city', branch.city, { stateId: other.state });
    expect(await get('location', branch.location)).toMatchObject({
      cityId: branch.city,
      stateId: other.state,
      regionId: other.region,
      regionName: 'New region',
    });
    const late = await change('location', branch.location, { name: 'Late', version: before.version });
    expect(late.status).toBe(409);
  });

  it('moves a child that is created while its parent is moved', async () => {
    for (let round = 0; round < 10; round += 1) {
      const countryId = round % 2 ? branch.country : other.country;
      const responses = await Promise.all([
        change('region', branch.region, { countryId }),
        ...Array.from({ length: 3 }, () => create('state', { name: 'Racing', regionId: branch.region })),
        change('state', branch.state, { regionId: round % 3 ? branch.region : other.region }),
        create('city', { name: 'Racing', stateId: branch.state }),
      ]);
      expect(responses.map(({ status }) => status)).toEqual(Array(responses.length).fill(200));
    }
    const region = await get('region', branch.region);
    const states = await list('state', `regionId=${branch.region}&pageSize=500`);
    expect(states.length).toBeGreaterThanOrEqual(30);
    for (const state of states) expect(state.countryId).toBe(region.countryId);
    const state = await get('state', branch.state);
    const cities = await list('city', `stateId=${branch.state}&pageSize=500`);
    expect(cities.length).toBeGreaterThanOrEqual(10);
    for (const city of cities) {
      expect(city).toMatchObject({ regionId: state.regionId, countryId: state.countryId });
    }
  });

  it('rejects deleting a place in use', async () => {
    const body = { name: 'Ann', email: `ann.${branch.country}@example.com`, role: 'USER' };
    await server.send('POST', '/v1/user/', { body: { ...body, countryId: branch.country } });
    for (const [level, users] of [
      ['country', '1 region and 1 user'],
      ['region', '1 state'],
      ['state', '1 city'],
      ['city', '1 location'],
    ] as const) {
      const { status, body: response } = await server.send('DELETE', `/v1/${level}/deleteById/${branch[level]}`);
      expect([status, response.message]).toEqual([
        409,
        `“Old ${level}” can’t be deleted because it’s used by ${users}`,
      ]);
    }
  });
});
