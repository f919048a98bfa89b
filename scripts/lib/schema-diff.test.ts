import { expect, it } from 'vitest';
import { defineResource } from '../../src/shared/resource-kit/define-resource.ts';
import { number, reference, status, text } from '../../src/shared/resource-kit/fields.ts';
import { country } from '../../src/shared/resources/country.ts';
import { resources } from '../../src/shared/resources/index.ts';
import { diffSchema } from './schema-diff.ts';

const nothing = { tables: [], columns: [], indexes: [], changed: [] };

it('finds that the committed migrations give every declared resource its table (else: npm run migration)', async () => {
  expect(await diffSchema({ resources })).toEqual(nothing);
});

it('finds the table of a new resource, with its indexes', async () => {
  const added = defineResource({
    name: 'addedHere',
    label: 'Added',
    labelPlural: 'Added',
    titleField: 'name',
    paths: {},
    fields: {
      name: text({ label: 'Name' }),
      countryId: reference({ label: 'Country', to: 'country' }),
      status: status(),
    },
  });
  const missing = await diffSchema({ resources: [...resources, added] });
  expect(missing.tables.map((table) => table.name)).toEqual(['addedHere']);
  expect(missing.tables[0]?.columns.map((column) => column.name)).toEqual([
    ...['_id', 'name', 'countryId', 'status', 'search', 'searchKey', 'version', 'createdAt', 'updatedAt'],
  ]);
  expect(missing.indexes.map(({ name, expression }) => [name, expression])).toEqual([
    ['addedHere_by_countryId', '"countryId"'],
    ['addedHere_by_status', '"status"'],
    ['addedHere_by_name', 'lower("name")'],
    ['addedHere_by_createdAt', '"createdAt"'],
    ['addedHere_by_updatedAt', '"updatedAt"'],
  ]);
});

it('finds changes within a table', async () => {
  const grown = {
    ...country,
    fields: { ...country.fields, name: number({ label: 'Name' }), code: text({ label: 'Code' }) },
  };
  expect(await diffSchema({ resources: [grown] })).toEqual({
    ...nothing,
    columns: [{ table: 'country', column: { name: 'code', type: 'text', defaultTo: '' } }],
    indexes: [{ name: 'country_by_code', table: 'country', expression: 'lower("code")' }],
    changed: ['country.name'],
  });
});
