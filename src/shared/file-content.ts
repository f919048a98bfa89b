/** Number of bytes at the start of a file that are enough to detect its type. */
export const headLength = 64 * 1024;

/** PDF readers look for the header in the first 1,024 bytes. */
const pdfHeaderBytes = 1024;

const markup =
  /^\uFEFF?(?:\s|<\?xml[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!doctype\s+(?:svg|html)[^>]*>)*<(svg|html|head|body|script)\b/i;

const textTypes = new Set([null, 'xml', 'txt']);

/**
 * Detects a file's type from its first bytes, as an extension; null if unknown. `found` is the result of the `file-type`
 * package, which misses text formats and PDFs whose header isn't at byte 0.
 */
export const detectExtension = (head: Uint8Array, found: string | undefined): string | null => {
  const detected = found ?? null;
  if (!textTypes.has(detected)) return detected;
  const start = String.fromCharCode(...head.subarray(0, 4096));
  if (start.slice(0, pdfHeaderBytes).includes('%PDF-')) return 'pdf';
  const element = markup.exec(start.replace(/^\u00EF\u00BB\u00BF/, ''))?.[1]?.toLowerCase();
  if (element === undefined) return detected;
  return element === 'svg' ? 'svg' : 'html';
};
