/** Number of bytes at the start of a file that are enough to detect its type. */
const headLength = 64 * 1024;

/** Number of bytes at the end of a file that contain the end of a PDF: other programs append something to it. */
const tailLength = 1024 * 1024;

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
  const start = toText(head.subarray(0, 4096));
  const element = markup.exec(start.replace(/^\u00EF\u00BB\u00BF/, ''))?.[1]?.toLowerCase();
  // A web page can mention a PDF.
  if (element === undefined) return start.slice(0, pdfHeaderBytes).includes('%PDF-') ? 'pdf' : detected;
  return element === 'svg' ? 'svg' : 'html';
};

const maxArguments = 4096;

/** One character per byte. */
const toText = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += maxArguments)
    text += String.fromCharCode(...bytes.subarray(at, at + maxArguments));
  return text;
};

const pdfObject = /\d\s+\d+\s+obj\b/;

/** Whether a PDF has no objects, no end, or the beginning of a further version after its last end. */
const isPdfCutOff = (head: string, tail: string): boolean => {
  const end = tail.lastIndexOf('%%EOF');
  return end < 0 || !pdfObject.test(head) || pdfObject.test(tail.slice(end));
};

type FileToInspect = {
  size: number;
  /** Reads the bytes from `start` up to `end`, which may lie beyond the file. */
  read: (start: number, end: number) => Promise<Uint8Array>;
  /** Function of the `file-type` package. */
  fileTypeFromBuffer: (bytes: Uint8Array) => Promise<{ ext: string } | undefined>;
};

/** Detects the type of a file by its content, and whether the rest of a PDF is missing. */
export const inspectContent = async ({
  size,
  read,
  fileTypeFromBuffer,
}: FileToInspect): Promise<{ detectedExtension: string | null; isCutOff: boolean }> => {
  const head = await read(0, headLength);
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const detectedExtension = detectExtension(head, found?.ext);
  if (detectedExtension !== 'pdf') return { detectedExtension, isCutOff: false };
  const tail = await read(Math.max(0, size - tailLength), size);
  return { detectedExtension, isCutOff: isPdfCutOff(toText(head), toText(tail)) };
};
