import { describe, expect, it } from 'vitest';
import {
  getFieldOptions,
  getMappingOverrides,
  initialMapping,
  mapColumn,
  updateSavedMapping,
} from './column-mapping.ts';

const titles = ['Product Name', 'Preis', 'attribute : Colour', 'Notes'];

describe('the mapping of columns', () => {
  it('follows their headers', () => {
    expect(initialMapping(titles, {})).toEqual({
      'Product Name': 'name',
      Preis: '',
      'attribute : Colour': 'attribute:Colour',
      Notes: '',
    });
  });

  it('proposes fields for the titles of price lists, and known attributes', () => {
    expect(initialMapping(['Item', 'Item code', 'Grp', 'MRP', 'colour'], {}, ['Colour'])).toEqual({
      Item: 'name',
      'Item code': 'sku',
      Grp: 'categoryId',
      MRP: 'mrp',
      colour: 'attribute:Colour',
    });
    expect(initialMapping(['Item', 'Name', 'Price', 'MRP'], {})).toEqual({
      Item: '',
      Name: 'name',
      Price: 'price',
      MRP: 'mrp',
    });
  });

  it('is remembered by normalized header', () => {
    const memory = updateSavedMapping({}, mapColumn(initialMapping(titles, {}), 'Preis', 'price'));
    expect(initialMapping(['PREIS ', 'Name'], memory)).toEqual({ 'PREIS ': 'price', Name: 'name' });
  });

  it('is forgotten when it is reset to its header', () => {
    const mapping = initialMapping(titles, {});
    const once = updateSavedMapping({ size: 'attribute:Size' }, mapColumn(mapping, 'Product Name', ''));
    expect(once).toEqual({ size: 'attribute:Size', productname: '' });
    expect(updateSavedMapping(once, mapping)).toEqual({ size: 'attribute:Size' });
  });

  it('maps one column per field', () => {
    const mapping = mapColumn(initialMapping(titles, {}), 'Notes', 'name');
    expect([mapping.Notes, mapping['Product Name']]).toEqual(['name', '']);
    expect(initialMapping(['Title', 'Name'], {})).toEqual({ Title: 'name', Name: '' });
  });

  it('is sent only if it differs from the header', () => {
    const mapping = initialMapping(titles, {});
    expect(getMappingOverrides(mapping)).toEqual({});
    expect(getMappingOverrides(mapColumn(mapping, 'Notes', 'name'))).toEqual({
      Notes: 'name',
      'Product Name': '',
    });
  });

  it('is not remembered for Shopify exports', () => {
    const shopify = ['Handle', 'Title', 'Body (HTML)', 'Option1 Name', 'Option1 Value', 'Vendor'];
    const mapping = initialMapping(shopify, {});
    expect(Object.values(mapping)).toEqual(['handle', 'name', 'description', 'option1name', 'option1value', '']);
    const memory = updateSavedMapping({}, mapColumn(mapping, 'Vendor', 'option1value'));
    expect(initialMapping(['Name', 'Vendor'], memory)).toEqual({ Name: 'name', Vendor: '' });
  });

  it('remembers the last five hundred columns', () => {
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`column${at}`, 'name']));
    const memory = updateSavedMapping(many, { Preis: 'price' });
    expect([Object.keys(memory).length, memory.preis, memory.column0]).toEqual([500, 'price', undefined]);
  });
});

it('offers an attribute of the column’s own name', () => {
  const choices = getFieldOptions(titles, 'Colour', 'attribute:Shade').flatMap(({ items }) => items);
  expect(choices.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['name', 'variantSku', 'attribute:Colour', 'attribute:Shade']),
  );
});
