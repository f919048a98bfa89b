import { xmlAttribute } from './row-marks.ts';

const item = /<((?:\w+:)?)(si|is)(?:\s[^<>]*?)?(?:\/>|>([\s\S]*?)<\/\1\2>)/g;
const phonetics = /<((?:\w+:)?)rPh\b[\s\S]*?<\/\1rPh>/g;
const emptyText = /<(?:\w+:)?t(?:\s[^<>]*)?\/>/g;
const filledText = /<((?:\w+:)?)t(?:\s[^<>]*)?>([\s\S]*?)<\/\1t>/g;

/**
 * Reduces shared and inline strings to one text each. SheetJS skips an empty `<si/>`, so that every later text would
 * move by one, and takes phonetic marks for text.
 */
const reduceStrings = (xml: string): string =>
  xml.replace(item, (_, prefix: string, tag: string, inner = '') => {
    const filled = inner.replace(phonetics, '').replace(emptyText, '');
    const text = [...filled.matchAll(filledText)].map((match) => match[2]).join('');
    return `<${prefix}${tag}><${prefix}t>${text}</${prefix}t></${prefix}${tag}>`;
  });

const emptyBoolean =
  /\st="b"(?=[^<>]*(?:\/>|>\s*(?:<(?:\w+:)?v\s*\/>|<((?:\w+:)?)v>\s*<\/\1v>)?\s*<\/(?:\w+:)?c>))/g;
const capitalBoolean = /(\st="b"[^<>]*>\s*<(?:\w+:)?v>)\s*(TRUE|FALSE)/gi;

/** SheetJS takes an empty boolean, and one in capitals, for false. */
const fixBooleans = (xml: string): string =>
  xml
    .replace(emptyBoolean, '')
    .replace(capitalBoolean, (_, start: string, value: string) => start + value.toLowerCase());

const rewriteSheet = (xml: string): string => {
  const hasComplexText = /<(?:\w+:)?(?:t\s*\/>|rPh\b|phoneticPr\b)/.test(xml);
  const simple = hasComplexText ? reduceStrings(xml) : xml;
  return simple.includes('t="b"') ? fixBooleans(simple) : simple;
};

const formatSection = /<((?:\w+:)?)numFmts\b[^<>]*?(?:\/>|>([\s\S]*?)<\/\1numFmts>)/;

/** Built-in dates of Asian locales, and a free number for a redefined General; SheetJS knows neither. */
const asianDates = [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 57, 58];
const movedGeneral = 59;

const moveGeneral = (tag: string) => tag.replace(/(?<=\snumFmtId=["'])0(?=["'])/, String(movedGeneral));

const rewriteStyles = (xml: string): string => {
  const section = formatSection.exec(xml)?.[2] ?? '';
  const formats = [...section.matchAll(/<(?:\w+:)?numFmt\s[^<>]*>/g)].map(([tag]) => moveGeneral(tag));
  const added = asianDates.map((id) => `<numFmt numFmtId="${id}" formatCode="yyyy-mm-dd"/>`);
  const isGeneralMoved = formats.some((tag) => xmlAttribute(tag, 'numFmtId') === String(movedGeneral));
  return xml
    .replace(formatSection, '')
    .replace(/<(?:\w+:)?xf\s[^<>]*>/g, (tag) => (isGeneralMoved ? moveGeneral(tag) : tag))
    .replace(
      /<(?:\w+:)?styleSheet\b[^<>]*>/,
      (start) => `${start}<numFmts>${[...added, ...formats].join('')}</numFmts>`,
    );
};

const rewriters: [RegExp, (xml: string) => string][] = [
  [/(?:^|\/)worksheets\//, rewriteSheet],
  [/(?:^|\/)sharedStrings\d*\.xml$/i, reduceStrings],
  [/(?:^|\/)styles\d*\.xml$/i, rewriteStyles],
];

/** Rewrites what SheetJS would read wrongly in a part of an xlsx file. */
export const rewriteXlsxPart = (name: string, content: Buffer): Buffer => {
  const rewrite = rewriters.find(([pattern]) => pattern.test(name))?.[1];
  // All markup is ASCII, so the bytes of other characters are kept as they are.
  return rewrite ? Buffer.from(rewrite(content.toString('latin1')), 'latin1') : content;
};
