import PQueue from 'p-queue';
import { fileTypeOf } from '#shared/uploads.ts';
import { decodeUriPart } from '#shared/urls.ts';
import type { FileTransaction } from '../../files/file-store.ts';
import { type AddedFile, detectType, displayFileName } from '../../files/staging.ts';
import { DownloadError, type DownloadSettings, downloadImage } from './download-image.ts';

/** Downloaded images, or the reasons for failed downloads, by web address. */
export type Downloads = ReadonlyMap<string, AddedFile | { error: string }>;

const concurrency = 6;

const extractFileName = (address: string): string => {
  const name = new URL(address, 'http://localhost').pathname.split('/').filter(Boolean).at(-1);
  return decodeUriPart(name ?? 'image');
};

/** The file name of an image. Many addresses have no file extension, so it comes from the content. */
const chooseFileName = async (address: string, content: Buffer): Promise<string> => {
  const name = displayFileName(extractFileName(address));
  const type = fileTypeOf((await detectType(content)) ?? '');
  const typeByName = fileTypeOf(/\.([^.]+)$/.exec(name)?.[1] ?? '');
  return type?.kind === 'image' && typeByName?.kind !== 'image' ? `${name}.${type.extensions[0]}` : name;
};

const storeImage = async (
  files: FileTransaction,
  { address, content }: { address: string; content: Buffer },
): Promise<AddedFile> => {
  const name = await chooseFileName(address, content);
  const value = `${name}@@data:application/octet-stream;base64,${content.toString('base64')}`;
  const added = await files.add({ value, kind: 'image' });
  if ('error' in added) throw new DownloadError(added.error);
  return added;
};

/** Downloads images and stores them, each one once, within the limits of an import. */
export const createDownloader = ({
  files,
  settings,
  signal,
}: {
  files: FileTransaction;
  settings: DownloadSettings;
  signal: AbortSignal;
}) => {
  const { limits } = settings;
  const results = new Map<string, AddedFile | { error: string }>();
  const timeout = AbortSignal.timeout(limits.totalMilliseconds);
  const queue = new PQueue({ concurrency });
  let images = 0;
  let bytes = 0;

  const downloadAndStore = async (address: string) => {
    images += 1;
    if (images > limits.images) {
      throw new DownloadError(`an import downloads at most ${limits.images.toLocaleString('en')} images`);
    }
    if (bytes > limits.totalBytes) {
      throw new DownloadError(`an import downloads at most ${limits.totalBytes / 1024 ** 3} GB`);
    }
    if (timeout.aborted) throw new DownloadError('the downloads of the import took too long');
    const content = await downloadImage(address, { settings, signal });
    bytes += content.byteLength;
    return storeImage(files, { address, content });
  };

  return {
    results: results as Downloads,
    download: async (addresses: readonly string[]): Promise<void> => {
      const added = [...new Set(addresses)].filter((address) => !results.has(address));
      const downloads = added.map((address) => async () => {
        try {
          results.set(address, await downloadAndStore(address));
        } catch (error) {
          if (!(error instanceof DownloadError)) throw error;
          results.set(address, { error: error.message });
        }
      });
      await queue.addAll(downloads).finally(() => queue.clear());
    },
  };
};
