import { type LocalFile, localFileSchema } from '#shared/ipc.ts';

const isLocalFile = (value: object): value is LocalFile =>
  // Most parts of a large body are told apart at one look.
  'previewUrl' in value && localFileSchema.safeParse(value).success;

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** What a form keeps in a form of its own is taken as it is written out. */
export const isWrittenOut = (value: unknown): value is { toJSON: () => unknown } =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof Date) &&
  'toJSON' in value &&
  typeof value.toJSON === 'function';

const replaceDeep = (value: unknown, replace: (file: LocalFile) => unknown): unknown => {
  if (isWrittenOut(value)) return replaceDeep(value.toJSON(), replace);
  if (Array.isArray(value)) return value.map((item) => replaceDeep(item, replace));
  if (!isPlainObject(value)) return value;
  if (isLocalFile(value)) return replace(value);
  return replaceFiles(value, replace);
};

/** A copy of a body in which `replace` decides what stands for each local file, at any depth. */
export const replaceFiles = (
  body: Record<string, unknown>,
  replace: (file: LocalFile) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, replaceDeep(value, replace)]));

/** The local files of a body, each once. */
export const collectFiles = (body: Record<string, unknown>): LocalFile[] => {
  const files = new Map<string, LocalFile>();
  replaceFiles(body, (file) => {
    files.set(file.id, file);
    return file;
  });
  return [...files.values()];
};
