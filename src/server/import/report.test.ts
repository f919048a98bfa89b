import { expect, it } from 'vitest';
import { ReportBuilder } from './report.ts';

const sheet = {
  columns: ['Name'],
  letters: ['A'],
  profile: { rowCount: 0, columns: [], rowNotices: [] },
  rowsAbove: 0,
  sheet: 'Products',
  sheets: ['Products'],
  headerRow: 1,
};

const errorsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ row: first + index, column: 'Name', message: 'Missing' }));

it('only counts errors after the first thousand', () => {
  const report = new ReportBuilder(sheet);
  report.fail(errorsFrom(1, 999));
  report.fail(errorsFrom(1000, 3));
  report.fail(errorsFrom(1003, 1));
  const { errors, moreErrors, failed } = report.finish([], null);
  expect([errors.length, errors.at(-1)?.row, moreErrors, failed]).toEqual([1000, 1000, 3, 3]);
});

it('counts a repeated attempt once', () => {
  const reading = new ReportBuilder(sheet);
  reading.row();
  reading.notice('Type', 'Passed over');
  for (const _attempt of [1, 2]) {
    const report = reading.fork();
    report.count('create', 1);
    report.fail(errorsFrom(2, 1));
    report.notice('Type', 'Passed over');
    report.createdCounts('attribute', 1);
    expect(report.finish([], null)).toMatchObject({
      rows: 1,
      create: 1,
      failed: 1,
      createdCounts: { attribute: 1 },
      errors: errorsFrom(2, 1),
      notices: [{ column: 'Type', message: 'Passed over', count: 2 }],
    });
  }
  expect(reading.finish([], null)).toMatchObject({ create: 0, failed: 0, errors: [], createdCounts: {} });
});
