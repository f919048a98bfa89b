import { matchResponseSchema, maxMatched } from '#shared/photos/photo-matches.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { asset } from '#shared/resources/asset.ts';
import { product } from '#shared/resources/product.ts';
import { maxSourceFiles } from '#shared/uploads.ts';
import { type FileSources, platform } from '../../platform/index.ts';
import { waitToRetry } from '../../platform/server.ts';
import { showError, showInfo } from '../../ui/toasts.tsx';
import { request } from '../client.ts';
import { classifyFailure, getErrorMessage, reportError } from '../errors.ts';
import { saveRecord } from '../hooks.ts';
import { invalidateResource } from '../query-client.ts';
import { type Photo, readStoredShoot, storeShoot, toFingerprint, updatePhoto, usePhotoShoot } from './photo-shoot.ts';

/** Files that are sent at the same time: the next one is read while the server checks the last one. */
const parallelUploads = 2;

let pausing = new AbortController();

/** Runs a request again for as long as the server can't be reached, until the upload is paused. */
const untilReachable = async <Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (signal.aborted || !['unanswered', 'later'].includes(classifyFailure(error))) throw error;
      await waitToRetry(attempt, signal);
      signal.throwIfAborted();
    }
  }
};

const upload = async ({ source }: Photo, signal: AbortSignal): Promise<void> => {
  updatePhoto(source.id, { state: 'sending', note: undefined });
  const opened = await platform.sources.open(source);
  if ('error' in opened) return updatePhoto(source.id, { state: 'failed', note: opened.error });
  const { file } = opened;
  try {
    const { data, notices } = await untilReachable(() => saveRecord(asset, { values: { file }, signal }), signal);
    const note = notices?.length ? 'In the library already' : undefined;
    updatePhoto(source.id, { state: 'stored', assetId: data?._id, note });
    usePhotoShoot.setState(({ sentBytes }) => ({ sentBytes: sentBytes + source.size }));
    storeShoot();
  } catch (error) {
    const isSignedOut = classifyFailure(error) === 'signedOut';
    if (isSignedOut) pauseShoot();
    if (signal.aborted || isSignedOut) updatePhoto(source.id, { state: 'waiting' });
    else updatePhoto(source.id, { state: 'failed', note: getErrorMessage(error) });
  } finally {
    platform.files.release(file);
  }
};

/** Matches photos as soon as they are stored, a few at a time. */
const matchSome = async (ids: readonly string[], signal: AbortSignal): Promise<void> => {
  const { photos, productId } = usePhotoShoot.getState();
  const wanted = photos.filter(({ source }) => ids.includes(source.id));
  const body = {
    productId,
    photos: wanted.map(({ source, assetId, code }) => ({ assetId, path: source.path, ...(code && { code }) })),
  };
  const response = await untilReachable(
    () => request<unknown>('POST', `/${product.name}/matchPhotos`, { body, signal }),
    signal,
  );
  const matches = new Map(matchResponseSchema.parse(response).data.map((match) => [match.assetId, match]));
  for (const { source, assetId = '' } of wanted) {
    const match = matches.get(assetId);
    // Another user has deleted the file.
    updatePhoto(source.id, match ? { match } : { state: 'waiting', assetId: undefined, note: undefined });
  }
};

const isUnmatched = ({ state, match }: Photo): boolean => state === 'stored' && !match;

let matching: Promise<void> | undefined;

const matchAll = async (signal: AbortSignal): Promise<void> => {
  for (;;) {
    const next = usePhotoShoot.getState().photos.filter(isUnmatched).slice(0, Math.min(10, maxMatched));
    if (next.length === 0 || signal.aborted) return;
    await matchSome(
      next.map(({ source }) => source.id),
      signal,
    );
  }
};

const startMatching = (signal: AbortSignal): Promise<void> => {
  matching ??= matchAll(signal)
    .catch((error: unknown) => {
      if (!signal.aborted) reportError(error);
    })
    .finally(() => {
      matching = undefined;
    });
  return matching;
};

const takeNext = () => usePhotoShoot.getState().photos.find(({ state }) => state === 'waiting');

let running: Promise<void> | undefined;

const uploadAll = async (signal: AbortSignal): Promise<void> => {
  const startedAt = performance.now();
  const { sentTime } = usePhotoShoot.getState();
  const work = async () => {
    for (let photo = takeNext(); photo && !signal.aborted; photo = takeNext()) {
      await upload(photo, signal);
      usePhotoShoot.setState({ sentTime: sentTime + performance.now() - startedAt });
      void startMatching(signal);
    }
  };
  await Promise.all(Array.from({ length: parallelUploads }, work));
  await startMatching(signal);
  if (!signal.aborted) await invalidateResource(asset.name);
};

/** Uploads the waiting photos in the background, also while the user works on another page. */
export const continueShoot = (): void => {
  if (pausing.signal.aborted) pausing = new AbortController();
  const { signal } = pausing;
  usePhotoShoot.setState({ isPaused: false });
  running = (running ?? Promise.resolve()).then(() => uploadAll(signal)).catch(reportError);
};

export const pauseShoot = (): void => {
  usePhotoShoot.setState({ isPaused: true });
  pausing.abort();
};

export const retryFailed = (): void => {
  usePhotoShoot.setState(({ photos }) => ({
    photos: photos.map((photo) => (photo.state === 'failed' ? { ...photo, state: 'waiting', note: undefined } : photo)),
  }));
  continueShoot();
};

/** Matches a photo again, by the SKU, GTIN or handle that the user entered. */
export const matchAgain = async (id: string, code: string): Promise<void> => {
  updatePhoto(id, { code: code || undefined, isChosen: undefined, replaces: undefined });
  await matchSome([id], new AbortController().signal);
};

const addSources = ({ files, skipped }: FileSources, productId: string | undefined): void => {
  const stored = readStoredShoot();
  const { photos } = usePhotoShoot.getState();
  const known = new Set(photos.map(({ source }) => toFingerprint(source)));
  const added = files.flatMap((source): Photo[] => {
    if (known.has(toFingerprint(source))) return [];
    const assetId = stored?.assets[toFingerprint(source)];
    return [{ source, assetId, state: assetId ? 'stored' : 'waiting' }];
  });
  if (photos.length + added.length > maxSourceFiles) {
    if (photos.length === 0) platform.sources.forget();
    return void showError(`Add up to ${formatCount(maxSourceFiles, 'image')} at once`);
  }
  if (files.length === 0) return void showError(skipped > 0 ? 'There are no images in it' : 'It’s empty');
  usePhotoShoot.setState((state) => ({
    photos: [...photos, ...added],
    productId: productId ?? (photos.length > 0 ? state.productId : stored?.productId),
    skipped: state.skipped + skipped,
    resumed: state.resumed + added.filter(({ assetId }) => assetId).length,
  }));
  storeShoot();
  continueShoot();
};

/** Begins to upload the images in dropped or chosen files, folders and zips. */
export const startShoot = async (collected: Promise<FileSources>, productId?: string): Promise<void> =>
  addSources(await collected, productId);

/** Resumes the upload that was interrupted when the app ended, if the host still has the files. */
export const resumeShoot = async (): Promise<void> => {
  const { restore } = platform.sources;
  if (!restore || !readStoredShoot() || usePhotoShoot.getState().photos.length > 0) return;
  addSources(await restore(), undefined);
  if (takeNext()) showInfo('The upload of your images continues in Media');
};
