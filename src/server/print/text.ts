import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A font has the name of the file that the build, too, finds in its package. */
const fontFiles = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  bold: '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
  hindiRegular: '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  hindiBold: '@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf',
} as const;

type Font = keyof typeof fontFiles;

export type TextStyle = { weight: 'regular' | 'bold'; size: number; color: string };

const fromHere = createRequire(import.meta.url);

const devanagari = /\p{Script=Devanagari}/u;

export const fontFor = (text: string, { weight }: Pick<TextStyle, 'weight'>): Font =>
  devanagari.test(text) ? (weight === 'bold' ? 'hindiBold' : 'hindiRegular') : weight;

const lineSpacing = 1.3;

export const lineHeight = ({ size }: Pick<TextStyle, 'size'>): number => size * lineSpacing;

export const registerFonts = (document: PDFKit.PDFDocument): void => {
  for (const [name, file] of Object.entries(fontFiles))
    document.registerFont(name, readFileSync(fromHere.resolve(file)));
};

/** Type definitions of the parts that the package's own lack. */
type Glyphs = { _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } } };

type Fit = { width: number; style: TextStyle; maxLines?: number };

/** Measures texts and breaks them into lines. `missing` has the characters that the fonts lack. */
export const createTextFitter = (document: PDFKit.PDFDocument) => {
  const widths = new Map<string, number>();
  const missing = new Set<string>();

  /** Width of a text without line breaks. */
  const measure = (text: string, style: TextStyle): number => {
    const font = fontFor(text, style);
    const key = `${font} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known * style.size;
    const measured = document.font(font).fontSize(1000).widthOfString(text) / 1000;
    const { hasGlyphForCodePoint } = (document as unknown as Glyphs)._font.font;
    const { font: parsed } = (document as unknown as Glyphs)._font;
    for (const character of text)
      if (!hasGlyphForCodePoint.call(parsed, character.codePointAt(0) ?? 0)) missing.add(character);
    if (widths.size > 100_000) widths.clear();
    widths.set(key, measured);
    return measured * style.size;
  };

  /** Cuts a word that is wider than a line. */
  const splitWord = (word: string, width: number, style: TextStyle): string[] => {
    if (measure(word, style) <= width) return [word];
    const parts: string[] = [];
    let part = '';
    for (const { segment } of new Intl.Segmenter('en').segment(word)) {
      if (part !== '' && measure(part + segment, style) > width) {
        parts.push(part);
        part = '';
      }
      part += segment;
    }
    return [...parts, part];
  };

  const shorten = (line: string, width: number, style: TextStyle): string => {
    const segments = [...new Intl.Segmenter('en').segment(line)].map(({ segment }) => segment);
    while (segments.length > 0 && measure(`${segments.join('').trimEnd()}…`, style) > width) segments.pop();
    return `${segments.join('').trimEnd()}…`;
  };

  /** Breaks a text into lines; the last of `maxLines` ends with … if the text is longer. */
  const fit = (text: string, { width, style, maxLines = 1 }: Fit): string[] => {
    const lines: string[] = [];
    for (const paragraph of text.split('\n')) {
      let line = '';
      for (const word of paragraph.split(/\s+/).flatMap((each) => splitWord(each, width, style))) {
        const longer = line === '' ? word : `${line} ${word}`;
        if (line === '' || measure(longer, style) <= width) line = longer;
        else {
          lines.push(line);
          line = word;
        }
        if (lines.length > maxLines) break;
      }
      lines.push(line);
      if (lines.length > maxLines) break;
    }
    if (lines.length <= maxLines) return lines;
    return lines
      .slice(0, maxLines)
      .with(maxLines - 1, shorten(`${lines[maxLines - 1]} ${lines[maxLines]}`, width, style));
  };

  return { measure, fit, missing };
};
