import { describe, expect, it } from 'vitest';
import { boolean, choice, choices, type Field, inherited, money, status } from './fields.ts';
import { inputSchema } from './values.ts';

const parse = (field: Field, value: unknown) => {
  const { data, error } = inputSchema(field).safeParse(value);
  return error ? error.issues.map(({ path, message }) => [path.join('.'), message].join('|')).join() : data;
};

const size = [
  { value: 'S', label: 'Small' },
  { value: 'XL', label: 'Very large' },
];

describe('money', () => {
  const price = money({ label: 'Price' });
  it.each([
    [12.5, 12.5],
    ['1.15', 1.15],
    ['', null],
    [null, null],
    [0, 0],
    [9_999_999_999.99, 9_999_999_999.99],
    [-0.01, '|Price must be at least 0'],
    [1e12, '|Price must be at most 9999999999.99'],
    [1.005, '|Price can have up to two decimal places'],
    ['ten', '|Price must be a number'],
    ['1e3', 1000],
    ['0000000000000000001.5', 1.5],
    ['1.0000000000000001', '|Price must be a number'],
    ['0x10', '|Price must be a number'],
    [true, '|Price must be a number'],
  ])('turns %j into %j', (sent, expected) => {
    expect(parse(price, sent)).toBe(expected);
  });
});

describe('choices', () => {
  const sizes = choices({ label: 'Sizes', options: size });
  it.each([
    [
      ['xl', 'S', 'XL'],
      ['XL', 'S'],
    ],
    ['s', ['S']],
    ['', []],
    [null, []],
    [['M'], '|Sizes must be one or more of Small, Very large'],
    [5, '|Sizes must be a list'],
  ])('turns %j into %j', (sent, expected) => {
    expect(parse(sizes, sent)).toEqual(expected);
  });
});

it('accepts an option in any case', () => {
  expect(parse(status(), 'inactive')).toBe('INACTIVE');
  expect(parse(choice({ label: 'Size', options: size }), 'xl')).toBe('XL');
  expect(parse(choice({ label: 'Size', options: size, isRequired: true }), null)).toBe('|Size is required');
  expect(parse(choice({ label: 'Size', options: size, isRequired: true }), 'M')).toBe(
    '|Size must be one of Small, Very large',
  );
});

it('accepts only true or false for a boolean', () => {
  const isNew = boolean({ label: 'New' });
  expect([true, false].map((value) => parse(isNew, value))).toEqual([true, false]);
  expect(parse(isNew, 'true')).toBe('|New must be Yes or No (true or false)');
});

it('accepts an id for an inherited field', () => {
  const country = inherited({ label: 'Country', to: 'country', through: 'regionId' });
  expect(['c', '', null].map((value) => parse(country, value))).toEqual(['c', null, null]);
});
