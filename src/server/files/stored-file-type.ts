import { type FileKind, fileTypeOf } from '#shared/uploads.ts';

const storedName = /^[0-9a-f]{32}\.([a-z0-9]{3,4})$/;

/** The type of a stored file, from its name; undefined if the store didn't create this name. */
export const storedFileType = (filename: string): { mime: string; kind: FileKind } | undefined => {
  const extension = storedName.exec(filename)?.[1];
  return extension ? fileTypeOf(extension) : undefined;
};
