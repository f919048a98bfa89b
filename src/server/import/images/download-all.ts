import type { FileTransaction } from '../../files/file-store.ts';
import { DownloadProblem, downloadImage } from './download-image.ts';

/** Stored names of downloaded images, and why others could not be downloaded, by their web addresses. */
export type Downloads = ReadonlyMap<string, { filename: string } | { problem: string }>;

const atOnce = 6;
const maxImages = 2000;
const maxBytes = 1024 ** 3;
const maxMilliseconds = 20 * 60_000;

const fileNameIn = (address: string): string => {
  const name = /([^/?#]+)(?:[?#]|$)/.exec(address)?.[1] ?? 'image';
  try {
    return decodeURIComponent(name);
  } catch {
    // Some addresses have percent signs that encode nothing.
    return name;
  }
};

const toFile = (address: string, content: Buffer): string => {
  const name = fileNameIn(address).replaceAll('@', '-');
  return `${name}@@data:application/octet-stream;base64,${content.toString('base64')}`;
};

/** Downloads images and stores them; each is downloaded once, and none beyond the limits of an import. */
export const downloadImages = async (
  addresses: Iterable<string>,
  {
    files,
    signal,
    download = downloadImage,
  }: {
    files: FileTransaction;
    signal: AbortSignal;
    download?: typeof downloadImage;
  },
): Promise<Downloads> => {
  const done = new Map<string, { filename: string } | { problem: string }>();
  const queue = [...new Set(addresses)];
  const clock = AbortSignal.timeout(maxMilliseconds);
  let bytes = 0;

  const fetchOne = async (address: string, position: number) => {
    if (position >= maxImages) throw new DownloadProblem(`an import downloads at most ${maxImages} images`);
    if (bytes > maxBytes) throw new DownloadProblem('the images of an import can have at most 1 GB');
    if (clock.aborted) throw new DownloadProblem('the downloads of the import took too long');
    const content = await download(address, { signal });
    bytes += content.byteLength;
    const added = await files.add({ value: toFile(address, content), kind: 'image' });
    if ('problem' in added) throw new DownloadProblem('it isn’t an image');
    return added;
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
