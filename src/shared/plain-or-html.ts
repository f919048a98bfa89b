/** A closing tag, an attribute, or an element that is unlikely in plain text and often isn't closed. */
const markup =
  /<\/[a-z][\w:-]*\s*>|<[a-z][\w:-]*\s+[\w:-]+\s*=|<(?:p|br|hr|li|[uod]l|d[td]|div|h[1-6]|table|t[rdh]|pre|img)\b[^<>]*>|<!--/i;

/** Whether a text is HTML. A word in angle brackets, as in `Press <Start>`, isn't. */
export const isHtml = (text: string): boolean => markup.test(text);

/** Escapes plain text, except entities, which many programs leave in it. */
const escapePlain = (text: string): string =>
  text
    .replace(/&(?!(?:[a-z]\w*|#\d+|#x[\da-f]+);)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const blockTag = /(<\/?(?:p|[uod]l|div|h[1-6]|table|pre|blockquote|figure)\b[^<>]*>)/i;
const blankLine = /(?:\r\n?|\n)\s*[\r\n]/;
const anyLine = /[\r\n]+/;

const splitLines = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((line) => line.trim())
    .filter(Boolean);

const toParagraphs = (lines: readonly string[]): string => lines.map((line) => `<p>${line}</p>`).join('');

const isBalanced = (html: string): boolean =>
  html.split(/<[a-z]/i).length - html.split(/<(?:br|hr|img)\b/i).length === html.split('</').length - 1;

/** Makes paragraphs of the lines beside block elements, as WordPress does when it shows a text. */
const wrapLinesOutsideBlocks = (html: string): string => {
  const hasBreaks = blockTag.test(html) || /<br\b/i.test(html);
  let depth = 0;
  return html
    .split(blockTag)
    .map((part, index) => {
      if (index % 2 === 1) depth += part.startsWith('</') ? -1 : 1;
      if (index % 2 === 1 || depth !== 0) return part;
      const lines = splitLines(part, hasBreaks ? blankLine : anyLine);
      if (lines.length < 2) return part;
      // An element that spans lines can't be in two paragraphs.
      return lines.every(isBalanced) ? toParagraphs(lines) : lines.join('<br>');
    })
    .join('');
};

/** Converts text of any origin to rich text: lines of plain text, and those outside HTML blocks, become paragraphs. */
export const toRichText = (text: string): string => {
  if (isHtml(text)) return wrapLinesOutsideBlocks(text);
  const escaped = escapePlain(text);
  return /[\r\n<>]/.test(text) ? toParagraphs(splitLines(escaped, anyLine)) : escaped;
};
