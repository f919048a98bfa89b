import type { FileField } from './resource/fields.ts';

/** Section 5 of the specification: the upload limit, enforced here and on the server. */
export const maxUploadBytes = 50 * 1024 * 1024;

export type FileKind = FileField['kind'];

/** What a person can pick: files that records keep, and spreadsheets, which are read and not kept. */
export type PickedKind = FileKind | 'spreadsheet';

const spreadsheetExtensions = ['csv', 'xlsx', 'xls', 'ods'];

type FileType = { extensions: readonly [string, ...string[]]; mime: string; kind: FileKind };

/** The only types of files that are taken. What a file is, its content decides. */
const fileTypes: readonly FileType[] = [
  { extensions: ['jpg', 'jpeg'], mime: 'image/jpeg', kind: 'image' },
  { extensions: ['png'], mime: 'image/png', kind: 'image' },
  { extensions: ['webp'], mime: 'image/webp', kind: 'image' },
  { extensions: ['gif'], mime: 'image/gif', kind: 'image' },
  { extensions: ['pdf'], mime: 'application/pdf', kind: 'pdf' },
  { extensions: ['mp4'], mime: 'video/mp4', kind: 'video' },
  { extensions: ['wmv'], mime: 'video/x-ms-wmv', kind: 'video' },
  { extensions: ['avi'], mime: 'video/x-msvideo', kind: 'video' },
];

/** The types of one kind, as extensions without a dot. */
export const extensionsOf = (kind: PickedKind): string[] =>
  kind === 'spreadsheet'
    ? spreadsheetExtensions
    : fileTypes.filter((type) => type.kind === kind).flatMap((type) => type.extensions);

/** The type that an extension (without a dot, any case) stands for. */
export const fileTypeOf = (extension: string): FileType | undefined =>
  fileTypes.find((type) => type.extensions.includes(extension.toLowerCase()));

/** Names that recognisers of content give to types which are taken under another extension. */
const contentNames: Record<string, string> = { asf: 'wmv', apng: 'png', m4v: 'mp4' };

/** The type that content was recognised as (an extension), where it is one that is taken. */
export const typeOfContent = (detectedExtension: string | null): FileType | undefined =>
  detectedExtension ? fileTypeOf(contentNames[detectedExtension] ?? detectedExtension) : undefined;

const extensionOfName = (name: string) => (/\.([^.]+)$/.exec(name)?.[1] ?? '').toLowerCase();

const kindNames: Record<PickedKind, string> = {
  image: 'an image',
  pdf: 'a PDF',
  video: 'a video',
  spreadsheet: 'a spreadsheet',
};

const tooLarge = 'is larger than 50 MB, which is the limit';

/**
 * Says in words why a file cannot be taken, or gives null when it can.
 * `detectedExtension` is what the file's first bytes say it is (null: nothing known).
 */
export const findFileProblem = ({
  name,
  size,
  detectedExtension,
  kind,
}: {
  name: string;
  size: number;
  detectedExtension: string | null;
  kind: PickedKind;
}): string | null => {
  const allowed = extensionsOf(kind);
  const named = extensionOfName(name);
  const detected = typeOfContent(detectedExtension);
  if (size === 0) return `${name} is empty`;
  if (size > maxUploadBytes) return `${name} ${tooLarge}`;
  if (!allowed.includes(named)) {
    return `${name} is not ${kindNames[kind]} that can be used here. Allowed are ${allowed.join(', ')}`;
  }
  // What a spreadsheet holds, whoever reads it finds out.
  if (kind === 'spreadsheet') return null;
  if (!detected || detected !== fileTypeOf(named)) {
    return `${name} is not what its name says: its content is ${detected ? `of type ${detected.extensions[0]}` : 'of another type'}`;
  }
  return null;
};

/** A file field's value that carries a new file: `filename@@dataURL`. */
export const newFilePattern = /^([\s\S]*?)@@data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.-]+)*;base64,/;

/** Where a stored file is served. */
export const uploadPath = (filename: string): string => `/uploads/${encodeURIComponent(filename)}`;
