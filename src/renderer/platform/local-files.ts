import type { LocalFile } from '#shared/ipc.ts';

/** Only these have a preview among the values of a body, which may be large. */
export const isLocalFile = (value: unknown): value is LocalFile =>
  typeof value === 'object' && value !== null && 'previewUrl' in value && 'id' in value && 'size' in value;

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Values with their own `toJSON`, except dates, are replaced by its result. */
export const hasToJSON = (value: unknown): value is { toJSON: () => unknown } =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof Date) &&
  'toJSON' in value &&
  typeof value.toJSON === 'function';

type Body = Record<string, unknown>;

/** Copies a body and replaces the values that `is` matches, at any depth. */
export const mapValuesDeep = <Value extends object>(
  body: Body,
  is: (value: object) => value is Value,
  replace: (value: Value) => unknown,
): Body => {
  const replaceDeep = (value: unknown): unknown => {
    if (hasToJSON(value)) return replaceDeep(value.toJSON());
    if (Array.isArray(value)) return value.map(replaceDeep);
    if (!isPlainObject(value)) return value;
    return is(value) ? replace(value) : mapValuesDeep(value, is, replace);
  };
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, replaceDeep(value)]));
};

export const mapLocalFiles = (body: Body, replace: (file: LocalFile) => unknown): Body =>
  mapValuesDeep(body, isLocalFile, replace);

export const collectLocalFiles = (body: Body): LocalFile[] => {
  const files = new Map<string, LocalFile>();
  mapLocalFiles(body, (file) => {
    files.set(file.id, file);
    return file;
  });
  return [...files.values()];
};
