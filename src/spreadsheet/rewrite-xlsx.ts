import { xmlAttribute } from './row-marks.ts';

const textTag = /<(\/?)(?:\w+:)?(si|t|rPh)(?=[\s/>])([^<>]*)>/g;

/**
 * Reduces shared strings to one text each. SheetJS skips an empty `<si/>`, so that every later text would
 * move by one, and takes phonetic marks for text.
 */
const reduceStrings = (xml: string): string => {
  let [result, text] = ['', ''];
  let [copied, start] = [0, 0];
  let isPhonetic = false;
  for (const { 0: tag, 1: slash, 2: name, 3: rest = '', index } of xml.matchAll(textTag)) {
    const end = index + tag.length;
    const [isStart, isEnd] = [slash === '', slash !== '' || rest.endsWith('/')];
    if (name === 'rPh') isPhonetic = !isEnd;
    else if (name === 't') {
      if (!isStart && !isPhonetic) text += xml.slice(start, index);
      start = end;
    } else {
      if (isStart) {
        result += xml.slice(copied, index);
        text = '';
      }
      if (isEnd) {
        result += `<${name}><t>${text}</t></${name}>`;
        copied = end;
      }
    }
  }
  return result + xml.slice(copied);
};

/** Built-in dates of Asian locales, and a free number for a redefined General; SheetJS knows neither. */
const asianDates = [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 57, 58];
const movedGeneral = 59;

const moveGeneral = (tag: string) => tag.replace(/(?<=\snumFmtId=["'])0(?=["'])/, String(movedGeneral));

const rewriteStyles = (xml: string): string => {
  // Conditional formats have their own format tags, after those of the cells.
  const head = xml.slice(0, xml.search(/<(?:\w+:)?cellXfs\b/));
  const formats = [...head.matchAll(/<(?:\w+:)?numFmt\s[^<>]*>/g)].map(([tag]) => tag);
  const isGeneralMoved = formats.some((tag) => xmlAttribute(tag, 'numFmtId') === '0');
  const added = asianDates.map((id) => `<numFmt numFmtId="${id}" formatCode="yyyy-mm-dd"/>`);
  return xml
    .replace(/<(?:\w+:)?xf\s[^<>]*>/g, (tag) => (isGeneralMoved ? moveGeneral(tag) : tag))
    .replace(
      /<(?:\w+:)?styleSheet\b[^<>]*>/,
      (start) => `${start}<numFmts>${[...added, ...formats.map(moveGeneral)].join('')}</numFmts>`,
    );
};

const rewriters: [RegExp, (xml: string) => string][] = [
  [/(?:^|\/)sharedStrings\d*\.xml$/i, reduceStrings],
  [/(?:^|\/)styles\d*\.xml$/i, rewriteStyles],
];

/** Rewrites what SheetJS would read wrongly in a part of an xlsx file. */
export const rewriteXlsxPart = (name: string, content: Buffer): Buffer => {
  const rewrite = rewriters.find(([pattern]) => pattern.test(name))?.[1];
  // All markup is ASCII, so the bytes of other characters are kept as they are.
  return rewrite ? Buffer.from(rewrite(content.toString('latin1')), 'latin1') : content;
};
