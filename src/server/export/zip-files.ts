import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { displayFileName } from '../files/staging.ts';

/** Adds a number to a name that another file has, before its extension. */
const toUniqueName = (name: string, used: Set<string>): string => {
  const [, stem = name, extension = ''] = /^(.+?)(\.[^.]+)?$/.exec(name) ?? [];
  let unique = name;
  for (let count = 2; used.has(unique.toLowerCase()); count += 1) unique = `${stem} (${count})${extension}`;
  used.add(unique.toLowerCase());
  return unique;
};

/** Zips the files of assets under their original names, each read when its turn comes. */
export const zipFiles = (storage: FileStorage, assets: readonly AnyRecord[]): Readable => {
  const zip = new ZipFile();
  const used = new Set<string>();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { file: stored, files, name } of assets) {
    const file = String(stored);
    const fileName = toUniqueName(
      displayFileName(files?.file?.name ?? `${name}${file.slice(file.indexOf('.'))}`),
      used,
    );
    // Images and videos are compressed already.
    zip.addReadStreamLazy(fileName, { compress: false }, (callback) => {
      storage.read(file).then(
        (content) => {
          if (content?.stream) callback(null, content.stream);
          else output.destroy(new Error(`${file} is missing`));
        },
        (error: unknown) => output.destroy(error as Error),
      );
    });
  }
  zip.end();
  return output;
};
