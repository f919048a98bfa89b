import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { v4 } from 'uuid';
import { toStartupError } from '../../database/database-errors.ts';
import {
  type FileContent,
  type FileStorage,
  ownerFile,
  renditionsFolder,
  type StoredFile,
  storedFileType,
} from '../file-storage.ts';
import { describeLocation, parseFilesUrl, type S3Location } from './files-url.ts';
import { createS3Client, hasStatus, isMissing, toS3StartupError, toStorageError } from './s3-client.ts';

/** Uploads need this much memory at most, twice. Smaller files are uploaded in one request. */
const partSize = 8 * 1024 * 1024;
const maxDeleted = 1000;
/** Seconds for which a public URL works. */
const urlLifetime = 60 * 60;
const cacheControl = 'public, max-age=31536000, immutable';
const renditionMime = 'image/webp';
const otherMime = 'application/octet-stream';

type Bucket = { client: S3Client; location: S3Location };

const mimeOf = (name: string): string =>
  storedFileType(name)?.mime ?? (name.startsWith(renditionsFolder) ? renditionMime : otherMime);

const objectOf = ({ location: { bucket, prefix } }: Bucket, name: string) => ({
  Bucket: bucket,
  Key: `${prefix}${name}`,
});

const nullIfMissing = (error: unknown): null => {
  if (isMissing(error)) return null;
  throw toStorageError(error);
};

const throwStorageError = (error: unknown): never => {
  throw toStorageError(error);
};

const statObject = async (bucket: Bucket, name: string): Promise<StoredFile | null> => {
  const found = await bucket.client.send(new HeadObjectCommand(objectOf(bucket, name))).catch(nullIfMissing);
  return found && { name, size: found.ContentLength ?? 0, modifiedAt: found.LastModified?.getTime() ?? Date.now() };
};

const contentRange = /^bytes (\d+)-(\d+)\/(\d+)$/;

const toContent = ({ Body, ContentLength, ContentRange }: GetObjectCommandOutput): FileContent => {
  if (!(Body instanceof Readable)) throw new Error('The bucket sent no content');
  const [, start, end, size] = contentRange.exec(ContentRange ?? '') ?? [];
  return size === undefined
    ? { size: ContentLength ?? 0, range: null, stream: Body }
    : { size: Number(size), range: { start: Number(start), end: Number(end) }, stream: Body };
};

const readObject = async (bucket: Bucket, name: string, range?: string): Promise<FileContent | null> => {
  try {
    const command = new GetObjectCommand({ ...objectOf(bucket, name), ...(range && { Range: range }) });
    return toContent(await bucket.client.send(command));
  } catch (error) {
    if (!hasStatus(error, 416)) return nullIfMissing(error);
    const file = await statObject(bucket, name);
    return file && { size: file.size, stream: null };
  }
};

const putObject = async (bucket: Bucket, { name, path }: { name: string; path: string }): Promise<void> => {
  const upload = new Upload({
    client: bucket.client,
    params: {
      ...objectOf(bucket, name),
      Body: createReadStream(path),
      ContentType: mimeOf(name),
      CacheControl: cacheControl,
    },
    partSize,
    queueSize: 2,
  });
  await upload.done().catch(throwStorageError);
  await rm(path, { force: true });
};

const removeObjects = async (bucket: Bucket, names: readonly string[]): Promise<void> => {
  for (let at = 0; at < names.length; at += maxDeleted) {
    const Objects = names.slice(at, at + maxDeleted).map((name) => ({ Key: objectOf(bucket, name).Key }));
    const command = new DeleteObjectsCommand({
      Bucket: bucket.location.bucket,
      Delete: { Objects, Quiet: true },
    });
    const { Errors: [error] = [] } = await bucket.client.send(command).catch(throwStorageError);
    if (error) throw toStorageError(new Error(`${error.Key}: ${error.Code} ${error.Message}`));
  }
};

async function* listObjects({ client, location }: Bucket, folder = ''): AsyncGenerator<StoredFile[]> {
  const { bucket, prefix } = location;
  const input = { Bucket: bucket, Prefix: `${prefix}${folder}`, Delimiter: '/' };
  try {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, input)) {
      yield Contents.flatMap(({ Key, Size = 0, LastModified }) => {
        const name = Key?.slice(prefix.length);
        // Some tools create an empty object with the name of a folder, and names with a dot aren't uploads.
        if (!name || name.endsWith('/') || name.slice(folder.length).startsWith('.')) return [];
        return [{ name, size: Size, modifiedAt: LastModified?.getTime() ?? Date.now() }];
      });
    }
  } catch (error) {
    throw toStorageError(error);
  }
}

const withTempCopy = async <Result>(
  bucket: Bucket,
  { name, path }: { name: string; path: string },
  work: (path: string) => Promise<Result>,
): Promise<Result> => {
  const content = await readObject(bucket, name);
  if (!content?.stream) throw toStorageError(new Error(`${name} is missing`));
  try {
    await pipeline(content.stream, createWriteStream(path, { flush: true })).catch(throwStorageError);
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
};

const readOwner = async (bucket: Bucket): Promise<string | null> => {
  const found = await bucket.client.send(new GetObjectCommand(objectOf(bucket, ownerFile))).catch(nullIfMissing);
  return (await found?.Body?.transformToString()) ?? null;
};

/** Sets the owner. Of several servers that do it at once, the first one wins. */
const writeOwner = async (bucket: Bucket, databaseId: string): Promise<void> => {
  const put = (conditions: { IfNoneMatch?: string }) =>
    bucket.client.send(new PutObjectCommand({ ...objectOf(bucket, ownerFile), Body: databaseId, ...conditions }));
  try {
    await put({ IfNoneMatch: '*' });
  } catch (error) {
    // Someone else was first, or at the same time.
    if (hasStatus(error, 412) || hasStatus(error, 409)) return;
    // Not every service has conditional writes.
    if (!hasStatus(error, 501)) throw toStorageError(error);
    await put({}).catch(throwStorageError);
  }
};

/** Signed without checksums, which some services compare with the empty body of the request. */
const createUrlSigner = (location: S3Location) => {
  const bucket = { client: createS3Client(location, 'WHEN_REQUIRED'), location };
  return ({ name, mime, disposition }: { name: string; mime: string; disposition: string }) => {
    const command = new GetObjectCommand({
      ...objectOf(bucket, name),
      ResponseContentType: mime,
      ResponseContentDisposition: disposition,
      ResponseCacheControl: cacheControl,
    });
    return getSignedUrl(bucket.client, command, { expiresIn: urlLifetime });
  };
};

/**
 * Opens a bucket of an S3-compatible service, which any number of servers may share. `staging` is a local folder of this
 * server. Throws a `StartupError` if the bucket can't be used.
 */
export const openS3Storage = async ({
  filesUrl,
  staging,
}: {
  filesUrl: string;
  staging: string;
}): Promise<FileStorage> => {
  const location = parseFilesUrl(filesUrl);
  const bucket: Bucket = { client: createS3Client(location), location };
  const check = async () => void (await readOwner(bucket));
  try {
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { recursive: true });
  } catch (error) {
    throw toStartupError(error, { path: staging, damaged: "Can't use the folder for temporary files" });
  }
  try {
    await check();
  } catch (error) {
    bucket.client.destroy();
    throw toS3StartupError(error instanceof Error ? error.cause : error, describeLocation(location));
  }
  return {
    location: describeLocation(location),
    isRemote: true,
    staging,
    // The client learns how far this server's clock is from the bucket's.
    now: () => Date.now() + bucket.client.config.systemClockOffset,
    stat: (name) => statObject(bucket, name),
    read: (name, range) => readObject(bucket, name, range),
    put: (file) => putObject(bucket, file),
    remove: (names) => removeObjects(bucket, names),
    list: (folder) => listObjects(bucket, folder),
    withLocalFile: (name, work) => withTempCopy(bucket, { name, path: join(staging, v4()) }, work),
    readOwner: () => readOwner(bucket),
    writeOwner: (databaseId) => writeOwner(bucket, databaseId),
    check,
    ...(location.isRedirecting && { createPublicUrl: createUrlSigner(location) }),
    close: () => bucket.client.destroy(),
  };
};
