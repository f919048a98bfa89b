import type { DatabaseHandle } from '../../../src/server/database/database-handle.ts';
import type { Row } from '../../../src/server/database/tables.ts';
import type { Resource } from '../../../src/shared/resource-kit/define-resource.ts';
import { city, country, location, region, state } from '../../../src/shared/resources/geography.ts';
import { countries, directions, districts, landscapes, placePrefixes, placeSuffixes, streets } from './names.ts';
import { createRandom, type Random, writeMany } from './write.ts';

/** Percentages of all places. The rest, apart from the countries, are locations. */
const shares = { region: 0.8, state: 4, city: 20 };

type Naming = (random: Random, index: number) => string;

const townName: Naming = (random) => random.pick(placePrefixes) + random.pick(placeSuffixes);
const regionName: Naming = (random, index) => `${directions[index % directions.length]} ${random.pick(landscapes)}`;
const stateName: Naming = (random, index) => `${townName(random, index)} ${random.pick(districts)}`;
const locationName: Naming = (random) =>
  `${1 + random.below(240)} ${random.pick(placePrefixes)} ${random.pick(streets)}`;

/** Fields that places within this one inherit: its id and the ids of its parents. */
const inheritedIds = (resource: Resource, row: Row): Row => ({
  ...Object.fromEntries(Object.entries(row).filter(([name]) => name.endsWith('Id'))),
  [`${resource.name}Id`]: row._id,
});

function* generatePlaces(parents: Row[], count: number, toName: Naming): Generator<Row> {
  const random = createRandom(count);
  for (let index = 0; index < count; index += 1) {
    yield { ...parents[index % parents.length], name: toName(random, index) };
  }
}

export const writePlaces = async (databaseHandle: DatabaseHandle, total: number): Promise<number> => {
  const countFor = (name: keyof typeof shares) => Math.round((total * shares[name]) / 100);
  const [regions, states, cities] = [countFor('region'), countFor('state'), countFor('city')];
  const countryRows = await writeMany(databaseHandle, {
    resource: country,
    records: countries.map((name) => ({ name })),
  });
  let written = countryRows.length;
  let parents = countryRows.map((row) => inheritedIds(country, row));
  const locations = total - countryRows.length - regions - states - cities;
  for (const [resource, count, toName] of [
    [region, regions, regionName],
    [state, states, stateName],
    [city, cities, townName],
    [location, locations, locationName],
  ] as const) {
    const rows = await writeMany(databaseHandle, {
      resource,
      records: generatePlaces(parents, count, toName),
    });
    written += rows.length;
    parents = rows.map((row) => inheritedIds(resource, row));
  }
  return written;
};
