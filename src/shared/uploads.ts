import type { FileField } from './resource-kit/fields.ts';
import { formatList } from './resource-kit/labels.ts';

/** Section 5 of the specification: the upload limit, enforced by the client and the server. */
export const maxUploadBytes = 50 * 1024 * 1024;

/** Files of one folder or zip that are uploaded together. */
export const maxSourceFiles = 2000;

/** A small file can decode to gigabytes of pixels. */
export const maxImagePixels = 100_000_000;

export type FileKind = Exclude<FileField['kind'], 'media'>;

/** Kinds that a field accepts: `media` accepts them all. */
export type AcceptedKind = FileField['kind'];

/** File types that a user can pick. Spreadsheets are imported and not stored. */
export type PickableKind = AcceptedKind | 'spreadsheet';

/** Whether a field takes files of a kind. */
export const acceptsKind = (accepted: PickableKind, kind: FileKind | undefined): boolean =>
  kind !== undefined && (accepted === 'media' || accepted === kind);

const spreadsheetExtensions = ['csv', 'xlsx', 'xls', 'ods'];

type FileType = {
  label: string;
  extensions: readonly [string, ...string[]];
  mime: string;
  kind: FileKind;
};

/** Supported file types. The content, not the extension, decides on the type. */
const fileTypes: readonly FileType[] = [
  { label: 'JPG', extensions: ['jpg', 'jpeg', 'jfif'], mime: 'image/jpeg', kind: 'image' },
  { label: 'PNG', extensions: ['png'], mime: 'image/png', kind: 'image' },
  { label: 'WEBP', extensions: ['webp'], mime: 'image/webp', kind: 'image' },
  { label: 'GIF', extensions: ['gif'], mime: 'image/gif', kind: 'image' },
  { label: 'PDF', extensions: ['pdf'], mime: 'application/pdf', kind: 'pdf' },
  { label: 'MP4', extensions: ['mp4'], mime: 'video/mp4', kind: 'video' },
  { label: 'WMV', extensions: ['wmv'], mime: 'video/x-ms-wmv', kind: 'video' },
  { label: 'AVI', extensions: ['avi'], mime: 'video/x-msvideo', kind: 'video' },
  { label: 'VTT', extensions: ['vtt'], mime: 'text/vtt', kind: 'captions' },
];

type UnsupportedType = { label: string; extensions: readonly string[]; kind: FileKind };

/** Common types that not every browser displays. Messages name them and say how to convert them. */
const unsupportedTypes: readonly UnsupportedType[] = [
  { label: 'HEIC', extensions: ['heic', 'heif', 'hif'], kind: 'image' },
  { label: 'AVIF', extensions: ['avif'], kind: 'image' },
  { label: 'SVG', extensions: ['svg'], kind: 'image' },
  { label: 'TIFF', extensions: ['tif', 'tiff'], kind: 'image' },
  { label: 'PSD', extensions: ['psd'], kind: 'image' },
  { label: 'MOV', extensions: ['mov'], kind: 'video' },
  { label: 'WebM', extensions: ['webm'], kind: 'video' },
  { label: 'SRT', extensions: ['srt'], kind: 'captions' },
];

const typesOf = (accepted: AcceptedKind) => fileTypes.filter(({ kind }) => acceptsKind(accepted, kind));

/** File extensions of a kind, without a dot. */
export const extensionsOf = (kind: PickableKind): string[] =>
  kind === 'spreadsheet' ? spreadsheetExtensions : typesOf(kind).flatMap((type) => type.extensions);

export const typeLabelsOf = (kind: PickableKind): string[] =>
  kind === 'spreadsheet'
    ? spreadsheetExtensions.map((extension) => extension.toUpperCase())
    : typesOf(kind).map(({ label }) => label);

/** Returns the type of an extension (without a dot, in any case). */
export const fileTypeOf = (extension: string): FileType | undefined =>
  fileTypes.find((type) => type.extensions.includes(extension.toLowerCase()));

/** Names of detected types that are supported under another extension. */
const extensionAliases: Record<string, string> = { asf: 'wmv', apng: 'png', m4v: 'mp4' };

export const fileTypeFromContent = (detectedExtension: string | null): FileType | undefined =>
  detectedExtension ? fileTypeOf(extensionAliases[detectedExtension] ?? detectedExtension) : undefined;

const extensionOfName = (name: string) => (/\.([^.]+)$/.exec(name)?.[1] ?? '').toLowerCase();

/** The kind of a file by its name. */
export const kindOfFile = (name: string): FileKind | undefined => fileTypeOf(extensionOfName(name))?.kind;

const kindNames: Record<PickableKind, string> = {
  image: 'image',
  pdf: 'PDF',
  video: 'video',
  captions: 'captions file',
  media: 'file',
  spreadsheet: 'spreadsheet',
};

/** Abbreviations are read letter by letter: “an MP4 video”. */
const withArticle = (noun: string) => `${/^(?:[aeioAEIO]|[FHLMNRSX][A-Z\d])/.test(noun) ? 'an' : 'a'} ${noun}`;

const contentNouns: Record<string, string> = {
  zip: 'a ZIP archive',
  rar: 'a RAR archive',
  '7z': 'a 7-Zip archive',
  gz: 'a compressed archive',
  exe: 'a program',
  html: 'a web page',
  xml: 'an XML file',
  pdf: 'a PDF',
  docx: 'a Word document',
  xlsx: 'a spreadsheet',
  pptx: 'a presentation',
};

const describeContent = (detectedExtension: string): string => {
  const type = fileTypeFromContent(detectedExtension);
  if (type && type.kind !== 'pdf') return withArticle(`${type.label} ${kindNames[type.kind]}`);
  return contentNouns[detectedExtension] ?? withArticle(`${detectedExtension.toUpperCase()} file`);
};

const exportAdvice: Partial<Record<PickableKind, string>> = {
  image: 'Export it as JPEG or PNG.',
  video: 'Export it as MP4.',
  captions: 'Export it as WebVTT.',
};

const findUnsupported = (kind: PickableKind, extension: string | null): UnsupportedType | undefined =>
  unsupportedTypes.find((type) => acceptsKind(kind, type.kind) && extension && type.extensions.includes(extension));

const wrongType = (name: string, kind: PickableKind): string => {
  if (kind === 'pdf') return `${name} isn’t a PDF`;
  const types = formatList(typeLabelsOf(kind), 'disjunction');
  return `${name} isn’t a supported ${kindNames[kind]}. Use ${kind === 'spreadsheet' ? `a ${types} file` : types}.`;
};

const wrongContent = (
  name: string,
  { kind, detectedExtension }: { kind: AcceptedKind; detectedExtension: string | null },
): string => {
  if (detectedExtension) return `${name} is ${describeContent(detectedExtension)}, not ${withArticle(kindNames[kind])}`;
  return `${name} isn’t a valid ${fileTypeOf(extensionOfName(name))?.label ?? kindNames[kind]} file`;
};

type FileToValidate = {
  name: string;
  size: number;
  detectedExtension: string | null;
  isCutOff?: boolean;
  kind: PickableKind;
};

/**
 * Returns a message if a file can't be used, else null. `detectedExtension` is the type of its first bytes (null:
 * unknown).
 */
export const validateFile = ({
  name,
  size,
  detectedExtension,
  isCutOff,
  kind: accepted,
}: FileToValidate): string | null => {
  if (size === 0) return `${name} is empty`;
  if (size > maxUploadBytes) return `${name} is larger than 50 MB`;
  const named = extensionOfName(name);
  const detected = fileTypeFromContent(detectedExtension);
  const kind = accepted === 'media' ? ((detected ?? fileTypeOf(named))?.kind ?? accepted) : accepted;
  // The extension counts only if the content is not recognized.
  const unsupported = findUnsupported(kind, detectedExtension) ?? (detected ? undefined : findUnsupported(kind, named));
  if (unsupported) {
    return `${name} can’t be used: ${unsupported.label} ${kindNames[unsupported.kind]}s aren’t supported. ${exportAdvice[unsupported.kind]}`;
  }
  const isPdf = kind === 'pdf' && detected?.kind === kind;
  if (isPdf && isCutOff) return `${name} is incomplete. Export or download it again.`;
  // A PDF needs no extension, because there is only one type of it.
  if (isPdf && !/^\d*[a-z]\w*$/.test(named)) return null;
  if (isPdf && named !== 'pdf') return `${name} is a PDF, but its name ends in .${named}. Rename it.`;
  if (!extensionsOf(kind).includes(named)) return wrongType(name, kind);
  // The spreadsheet reader checks the content itself.
  if (kind === 'spreadsheet' || detected?.kind === kind) return null;
  return wrongContent(name, { kind, detectedExtension });
};

/** A file field's value with a new file: `filename@@dataURL`. */
export const fileDataUrlPattern = /^([\s\S]*?)@@data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.-]+)*;base64,/;

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
