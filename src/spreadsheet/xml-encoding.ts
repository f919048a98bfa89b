import { isUtf8 } from 'node:buffer';
import { detectEncoding, startsWith, toText } from './encoding.ts';

/** SheetJS cuts numeric references such as those of emoji to 16 bits. */
const resolveLongReferences = (xml: Buffer): Buffer => {
  if (!xml.includes('&#')) return xml;
  const resolved = xml.toString().replace(/&#(x[\da-f]{5,6}|\d{5,7});/gi, (reference, digits: string) => {
    const code = Number(digits.replace(/^x/i, '0x'));
    return code > 0xffff && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
  return Buffer.from(resolved);
};

/** Converts XML to UTF-8, in which it often is although its declaration says otherwise. */
export const xmlToUtf8 = (bytes: Buffer): { content: Buffer; isDamaged: boolean } => {
  const isUtf16 = bytes.includes(0) || (bytes[0] ?? 0) >= 0xfe;
  const isLatin = /^<\?xml[^>]*\sencoding=["'](?:iso-8859-1|windows-1252)["']/i.test(bytes.toString('latin1', 0, 200));
  const singleByte = isLatin && !isUtf8(bytes) ? 'windows-1252' : 'utf-8';
  const encoding = (isUtf16 && detectEncoding(bytes)) || singleByte;
  if (encoding === 'utf-8' && isUtf8(bytes) && !startsWith(bytes, 0xef))
    return { content: resolveLongReferences(bytes), isDamaged: false };
  const { text, isDamaged } = toText(bytes, encoding);
  return { content: resolveLongReferences(Buffer.from(text)), isDamaged };
};
