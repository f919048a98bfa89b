import { basename, dirname, join } from 'node:path/posix';
import type { ArchiveEntry } from './archive.ts';

/** Rows that may not be records, by number. SheetJS doesn't return them. */
export type RowMarks = Map<number, 'hidden' | 'totals'>;

/** The value of an attribute in the text of a tag, with any namespace prefix. */
export const xmlAttribute = (tag: string, name: string): string =>
  new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? '';

/** The parts of an xlsx file that have a relation to the given one. */
const listRelations = (parts: readonly ArchiveEntry[], name: string) => {
  const rels =
    parts.find((part) => part.name === join(dirname(name), '_rels', `${basename(name)}.rels`))?.content ?? '';
  return [...rels.toString().matchAll(/<(?:\w+:)?Relationship\s[^<>]*>/g)].map(([tag]) => {
    const path = new URL(xmlAttribute(tag, 'Target'), `file:///${name}`).pathname.slice(1);
    const part = parts.find((each) => each.name === path);
    return { xml: part?.content.toString('latin1') ?? '' };
  });
};

/** The rows of totals of the tables in a sheet of an xlsx file. */
export const findTotals = (parts: readonly ArchiveEntry[], sheet: string): Set<number> => {
  const totals = new Set<number>();
  for (const { xml } of listRelations(parts, sheet)) {
    const [table = ''] = /<(?:\w+:)?table\s[^<>]*>/.exec(xml) ?? [];
    const count = Number(xmlAttribute(table, 'totalsRowCount'));
    const last = Number(xmlAttribute(table, 'ref').replace(/^.*:|\D/g, ''));
    for (let at = 0; at < Math.min(count, last); at += 1) totals.add(last - at);
  }
  return totals;
};

/** More equal rows than this are the empty rest of a sheet. */
const maxRepeatedRows = 1000;

/** The sheets of an ods file in their order. */
export const listOdsSheets = (content: string): { isHidden: boolean; marks: RowMarks }[] => {
  const hiddenStyles = [...content.matchAll(/<style:style\s[^<>]*>\s*<style:table-properties\s[^<>]*>/g)]
    .filter(([tags]) => xmlAttribute(tags, 'display') === 'false')
    .map(([tags]) => xmlAttribute(tags, 'name'));
  const [, ...tables] = content.split(/(?=<table:table\s[^<>]*[^/]>)/);
  return tables.map((table) => {
    const marks: RowMarks = new Map();
    let row = 1;
    for (const [tag] of table.matchAll(/<table:table-row(?=[\s>/])[^<>]*>/g)) {
      const count = Number(xmlAttribute(tag, 'number-rows-repeated')) || 1;
      const isHidden = /^(?:collapse|filter)$/.test(xmlAttribute(tag, 'visibility'));
      for (let at = 0; isHidden && at < Math.min(count, maxRepeatedRows); at += 1) marks.set(row + at, 'hidden');
      row += count;
    }
    return { isHidden: hiddenStyles.includes(xmlAttribute(table, 'style-name')), marks };
  });
};
