import { describe, expect, it } from 'vitest';
import { defineResource } from '../resource-kit/define-resource.ts';
import { choice, date, number, text } from '../resource-kit/fields.ts';
import { createSchema, listQuerySchema, updateSchema } from '../resource-kit/schemas.ts';
import { category } from './category.ts';
import { faq } from './faq.ts';
import { region } from './geography.ts';

const gift = defineResource({
  name: 'gift',
  label: 'Gift',
  titleField: 'name',
  paths: {},
  fields: {
    name: text({ label: 'Title', isRequired: true, maxLength: 20 }),
    points: number({ label: 'Points', isInteger: true, min: 0, max: 100 }),
    validTill: date({ label: 'Valid till' }),
    size: choice({ label: 'Size', options: [{ value: 'S', label: 'Small' }] }),
  },
});

const errorsOf = (result: { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  (result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]);

describe('createSchema', () => {
  it('fills missing fields with their empty value', () => {
    expect(createSchema(category).parse({ name: 'Pens' })).toEqual({
      name: 'Pens',
      description: '',
      image: null,
      imageAlt: '',
      banner: null,
      bannerAlt: '',
      status: 'ACTIVE',
      slug: '',
      position: null,
      seoTitle: '',
      seoDescription: '',
      seoImage: null,
      seoImageAlt: '',
    });
  });

  it('reports each missing field by its label', () => {
    expect(errorsOf(createSchema(faq).safeParse({}))).toEqual([
      ['name', 'Question is required'],
      ['description', 'Answer is required'],
    ]);
  });

  it.each([null, '', undefined])('treats %j as a missing reference', (countryId) => {
    expect(errorsOf(createSchema(region).safeParse({ name: 'North', countryId }))).toEqual([
      ['countryId', 'Country is required'],
    ]);
  });

  it('ignores fields that only the server sets', () => {
    const sent = {
      _id: '1',
      id: '1',
      version: 4,
      createdAt: 'then',
      countryName: 'India',
      countryId: 'c',
      name: 'North',
    };
    expect(createSchema(region).parse(sent)).toEqual({ countryId: 'c', name: 'North', status: 'ACTIVE' });
  });

  it('rejects an undeclared field', () => {
    expect(errorsOf(createSchema(faq).safeParse({ name: 'a', description: 'b', isAdmin: true }))).toEqual([
      ['', 'Unknown field: isAdmin'],
    ]);
  });

  it('parses typed values from text', () => {
    expect(
      createSchema(gift).parse({ name: ' Mug ', points: '12', validTill: '2026-02-28T10:00:00Z', size: '' }),
    ).toEqual({
      name: 'Mug',
      points: 12,
      validTill: '2026-02-28',
      size: null,
    });
  });

  it.each([
    [{ points: '1.5' }, 'Points must be a whole number'],
    [{ points: 101 }, 'Points must be at most 100'],
    [{ points: -1 }, 'Points must be at least 0'],
    [{ points: 'many' }, 'Points must be a number'],
    [{ validTill: '2026-02-30' }, 'Valid till must be a date'],
    [{ size: 'XL' }, 'Size must be one of Small'],
    [{ name: 'x'.repeat(21) }, 'Title can be up to 20 characters'],
  ])('rejects %j with a readable message', (fields, message) => {
    expect(errorsOf(createSchema(gift).safeParse({ name: 'Mug', ...fields })).map(([, text]) => text)).toEqual([
      message,
    ]);
  });
});

describe('updateSchema', () => {
  it('contains only sent fields', () => {
    expect(updateSchema(faq).parse({ id: '1', status: 'INACTIVE', version: 3 })).toEqual({
      status: 'INACTIVE',
      version: 3,
    });
  });

  it('rejects emptying a required field', () => {
    expect(errorsOf(updateSchema(region).safeParse({ name: '  ', countryId: null }))).toEqual([
      ['countryId', 'Country is required'],
      ['name', 'Region Name is required'],
    ]);
  });
});

describe('listQuerySchema', () => {
  const parse = (query: Record<string, string>) => listQuerySchema(region).safeParse(query);

  it('defaults to page 0 with 10 records', () => {
    expect(parse({ unknown: 'x' }).data).toMatchObject({
      pageIndex: 0,
      pageSize: 10,
      query: '',
      sort: null,
      filters: {},
    });
  });

  it('drops filters that are empty or All', () => {
    expect(parse({ status: 'inactive', countryId: '' }).data?.filters).toEqual({ status: 'INACTIVE' });
    expect(parse({ status: 'All' }).data?.filters).toEqual({});
  });

  it('reads a leading minus as descending', () => {
    expect(parse({ sort: '-name' }).data?.sort).toEqual({ field: 'name', direction: 'desc' });
  });

  it.each([
    [{ pageSize: '501' }, 'pageSize can be at most 500'],
    [{ pageIndex: '-1' }, 'pageIndex starts at 0'],
    [{ sort: 'passwordHash' }, 'sort can be one of name, status, createdAt, updatedAt'],
  ])('rejects %j', (query, message) => {
    expect(errorsOf(parse(query)).map(([, text]) => text)).toEqual([message]);
  });
});
