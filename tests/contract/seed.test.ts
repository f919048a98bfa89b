import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { seedDatabase } from '../../scripts/seed.ts';
import { openDatabase } from '../../src/server/database/open.ts';
import { listResponseSchema } from '../../src/shared/api.ts';
import { recordSchema } from '../../src/shared/resource-kit/schemas.ts';
import { location } from '../../src/shared/resources/geography.ts';
import { product } from '../../src/shared/resources/product.ts';
import { createDatabase, databaseKinds } from '../support/databases.ts';
import { makeDataDir, startTestServer } from '../support/test-server.ts';

const ignore = () => {};

it.each(databaseKinds)('seeds an empty database, on %s', async (kind) => {
  const dataDir = makeDataDir();
  const { databaseUrl, drop } = await createDatabase(kind);
  const seed = async (isForced: boolean) => {
    const databaseHandle = await openDatabase({
      dataDir,
      databaseUrl,
      onConnectionError: ignore,
      onWarning: ignore,
    });
    const options = { products: 600, places: 2000, isForced };
    return seedDatabase(databaseHandle, options).finally(databaseHandle.close);
  };
  expect(await seed(false)).toEqual({ products: 600, places: 2000 });
  await expect(seed(false)).rejects.toThrow('This database already contains data');

  const server = await startTestServer(kind, { dataDir, databaseUrl });
  const get = async (path: string) => (await server.send('GET', path)).body;
  const found = listResponseSchema(recordSchema(product)).parse(await get('/v1/product/?query=pen&pageSize=500'));
  expect(found.total).toBeGreaterThan(10);
  expect(found.data.slice(0, 10).every(({ name }) => /pen/i.test(String(name)))).toBe(true);
  const places = listResponseSchema(recordSchema(location)).parse(await get('/v1/location/?pageSize=500'));
  expect(places.data.every(({ countryName, cityName }) => countryName && cityName)).toBe(true);
  const [{ stateId } = { stateId: '' }] = places.data;
  const inState = listResponseSchema(recordSchema(location)).parse(await get(`/v1/location/?stateId=${stateId}`));
  expect(inState.data.every((place) => place.stateId === stateId)).toBe(true);
  await server.stop();

  expect(await seed(true)).toEqual({ products: 600, places: 2000 });
  await drop();
  rmSync(dataDir, { recursive: true, force: true });
});
