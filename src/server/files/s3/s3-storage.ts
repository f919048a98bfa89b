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
import { describeLocation, parseFilesUrl } from './files-url.ts';
import { createS3Client, hasStatus, isMissing, toS3StartupError, toStorageError } from './s3-client.ts';

/** Uploads need this much memory at most, twice. Smaller files are uploaded in one request. */
const partSize = 8 * 1024 * 1024;
const maxDeleted = 1000;
/** Seconds for which a public URL works. */
const urlLifetime = 60 * 60;
const cacheControl = 'public, max-age=31536000, immutable';
const renditionMime = 'image/webp';
const otherMime = 'application/octet-stream';

const mimeOf = (name: string): string =>
  storedFileType(name)?.mime ?? (name.startsWith(renditionsFolder) ? renditionMime : otherMime);

const nullIfMissing = (error: unknown): null => {
  if (isMissing(error)) return null;
  throw toStorageError(error);
};

const throwStorageError = (error: unknown): never => {
  throw toStorageError(error);
};

const contentRange = /^bytes (\d+)-(\d+)\/(\d+)$/;

const toContent = ({ Body, ContentLength, ContentRange }: GetObjectCommandOutput): FileContent => {
  if (!(Body instanceof Readable)) throw new Error('The bucket sent no content');
  const [, start, end, size] = contentRange.exec(ContentRange ?? '') ?? [];
  return size === undefined
    ? { size: ContentLength ?? 0, range: null, stream: Body }
    : { size: Number(size), range: { start: Number(start), end: Number(end) }, stream: Body };
};

const createStorage = ({ filesUrl, staging }: { filesUrl: string; staging: string }): FileStorage => {
  const location = parseFilesUrl(filesUrl);
  const { bucket: Bucket, prefix } = location;
  const client = createS3Client(location);
  // Signed without checksums, which some services compare with the empty body of the request.
  const urlClient = location.isRedirecting ? createS3Client(location, 'WHEN_REQUIRED') : null;
  const objectOf = (name: string) => ({ Bucket, Key: `${prefix}${name}` });

  const stat = async (name: string): Promise<StoredFile | null> => {
    const found = await client.send(new HeadObjectCommand(objectOf(name))).catch(nullIfMissing);
    return found && { name, size: found.ContentLength ?? 0, modifiedAt: found.LastModified?.getTime() ?? Date.now() };
  };

  const read = async (name: string, range?: string): Promise<FileContent | null> => {
    try {
      return toContent(await client.send(new GetObjectCommand({ ...objectOf(name), ...(range && { Range: range }) })));
    } catch (error) {
      if (!hasStatus(error, 416)) return nullIfMissing(error);
      const file = await stat(name);
      return file && { size: file.size, stream: null };
    }
  };

  async function* list(folder = ''): AsyncGenerator<StoredFile[]> {
    const input = { Bucket, Prefix: `${prefix}${folder}`, Delimiter: '/' };
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

  const readOwner = async (): Promise<string | null> => {
    const found = await client.send(new GetObjectCommand(objectOf(ownerFile))).catch(nullIfMissing);
    return (await found?.Body?.transformToString()) ?? null;
  };

  return {
    location: describeLocation(location),
    isRemote: true,
    staging,
    // The client learns how far this server's clock is from the bucket's.
    now: () => Date.now() + client.config.systemClockOffset,
    stat,
    read,
    list,
    readOwner,
    put: async ({ name, path }) => {
      const upload = new Upload({
        client,
        params: {
          ...objectOf(name),
          Body: createReadStream(path),
          ContentType: mimeOf(name),
          CacheControl: cacheControl,
        },
        partSize,
        queueSize: 2,
      });
      await upload.done().catch(throwStorageError);
      await rm(path, { force: true });
    },
    remove: async (names) => {
      for (let at = 0; at < names.length; at += maxDeleted) {
        const Objects = names.slice(at, at + maxDeleted).map((name) => ({ Key: objectOf(name).Key }));
        const command = new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
        const { Errors: [error] = [] } = await client.send(command).catch(throwStorageError);
        if (error) throw toStorageError(new Error(`${error.Key}: ${error.Code} ${error.Message}`));
      }
    },
    withLocalFile: async (name, work) => {
      const content = await read(name);
      if (!content?.stream) throw toStorageError(new Error(`${name} is missing`));
      const path = join(staging, v4());
      try {
        await pipeline(content.stream, createWriteStream(path, { flush: true })).catch(throwStorageError);
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    // Of several servers that do it at once, the first one wins.
    writeOwner: async (databaseId) => {
      const put = (conditions: { IfNoneMatch?: string }) =>
        client.send(new PutObjectCommand({ ...objectOf(ownerFile), Body: databaseId, ...conditions }));
      try {
        await put({ IfNoneMatch: '*' });
      } catch (error) {
        // Someone else was first, or at the same time.
        if (hasStatus(error, 412) || hasStatus(error, 409)) return;
        // Not every service has conditional writes.
        if (!hasStatus(error, 501)) throw toStorageError(error);
        await put({}).catch(throwStorageError);
      }
    },
    check: async () => void (await readOwner()),
    ...(urlClient && {
      createPublicUrl: ({ name, mime, disposition }) => {
        const command = new GetObjectCommand({
          ...objectOf(name),
          ResponseContentType: mime,
          ResponseContentDisposition: disposition,
          ResponseCacheControl: cacheControl,
        });
        return getSignedUrl(urlClient, command, { expiresIn: urlLifetime });
      },
    }),
    close: () => client.destroy(),
  };
};

/**
 * Opens a bucket of an S3-compatible service, which any number of servers may share. `staging` is a local folder of this
 * server. Throws a `StartupError` if the bucket can't be used.
 */
export const openS3Storage = async (options: { filesUrl: string; staging: string }): Promise<FileStorage> => {
  const { staging } = options;
  const storage = createStorage(options);
  try {
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { recursive: true });
  } catch (error) {
    throw toStartupError(error, { path: staging, damaged: "Can't use the folder for temporary files" });
  }
  try {
    await storage.check();
    return storage;
  } catch (error) {
    storage.close();
    throw toS3StartupError(error instanceof Error ? error.cause : error, storage.location);
  }
};
