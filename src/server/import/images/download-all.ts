import { fileTypeOf } from '#shared/uploads.ts';
import { displayFileName } from '../../files/display-file-name.ts';
import type { FileTransaction } from '../../files/file-store.ts';
import { type AddedFile, detectType } from '../../files/staging.ts';
import { DownloadProblem, type DownloadSettings, downloadImage } from './download-image.ts';

/** Downloaded images, or the reasons for failed downloads, by web address. */
export type Downloads = ReadonlyMap<string, AddedFile | { problem: string }>;

const atOnce = 6;

const nameIn = (address: string): string => {
  const name = /([^/?#]+)(?:[?#]|$)/.exec(address.replace(/^[^/]*\/\/[^/?#]*/, ''))?.[1] ?? 'image';
  try {
    return decodeURIComponent(name);
  } catch {
    // Some addresses have percent signs that encode nothing.
    return name;
  }
};

/** The file name of an image. Many addresses have no file extension, so it comes from the content. */
const fileNameOf = async (address: string, content: Buffer): Promise<string> => {
  const name = displayFileName(nameIn(address));
  const type = fileTypeOf((await detectType(content)) ?? '');
  const named = fileTypeOf(/\.([^.]+)$/.exec(name)?.[1] ?? '');
  return type?.kind === 'image' && named?.kind !== 'image' ? `${name}.${type.extensions[0]}` : name;
};

const storeImage = async (
  files: FileTransaction,
  { address, content }: { address: string; content: Buffer },
): Promise<AddedFile> => {
  const name = await fileNameOf(address, content);
  const value = `${name}@@data:application/octet-stream;base64,${content.toString('base64')}`;
  const added = await files.add({ value, kind: 'image' });
  if ('problem' in added) throw new DownloadProblem(added.problem);
  return added;
};

/** Downloads images and stores them, each one once, within the limits of an import. */
export const downloadImages = async (
  addresses: Iterable<string>,
  { files, settings, signal }: { files: FileTransaction; settings: DownloadSettings; signal: AbortSignal },
): Promise<Downloads> => {
  const { limits } = settings;
  const done = new Map<string, AddedFile | { problem: string }>();
  const queue = [...new Set(addresses)];
  const clock = AbortSignal.timeout(limits.totalMilliseconds);
  let bytes = 0;

  const refuseBeyondLimits = (position: number) => {
    if (position >= limits.images) {
      throw new DownloadProblem(`an import downloads at most ${limits.images.toLocaleString('en')} images`);
    }
    if (bytes > limits.totalBytes) {
      throw new DownloadProblem(`an import downloads at most ${limits.totalBytes / 1024 ** 3} GB`);
    }
    if (clock.aborted) throw new DownloadProblem('the downloads of the import took too long');
  };

  const fetchOne = async (address: string, position: number) => {
    refuseBeyondLimits(position);
    const content = await downloadImage(address, { settings, signal });
    bytes += content.byteLength;
    return storeImage(files, { address, content });
  };

  const work = async (positions: Iterator<[number, string]>) => {
    for (let next = positions.next(); !next.done; next = positions.next()) {
      const [position, address] = next.value;
      try {
        done.set(address, await fetchOne(address, position));
      } catch (error) {
        if (!(error instanceof DownloadProblem)) throw error;
        done.set(address, { problem: error.message });
      }
    }
  };
  const positions = queue.entries();
  await Promise.all(Array.from({ length: atOnce }, () => work(positions)));
  return done;
};
