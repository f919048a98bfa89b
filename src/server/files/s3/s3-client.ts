import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { errorCode } from '../../database/database-errors.ts';
import { FilesUnavailableError, StartupError } from '../../lib/app-error.ts';
import type { S3Location } from './files-url.ts';

/** Milliseconds. */
const connectTimeout = 3000;
/** Milliseconds without any data; a paused video is requested again from where it stopped. */
const idleTimeout = 30_000;
/** Slow downloads keep their connections, and must not block uploads. */
const maxConnections = 500;

type Checksums = S3Location['checksums'];

/** Creates a client with credentials from the standard variables and files. Connects on first use. */
export const createS3Client = (
  { endpoint, region, forcePathStyle, checksums }: S3Location,
  override: Checksums = checksums,
): S3Client => {
  const agent = { keepAlive: true, maxSockets: maxConnections };
  return new S3Client({
    ...(endpoint && { endpoint }),
    ...(region && { region }),
    forcePathStyle,
    requestChecksumCalculation: override,
    responseChecksumValidation: override,
    requestHandler: {
      connectionTimeout: connectTimeout,
      socketTimeout: idleTimeout,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
};

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;

/** Whether only the object is missing, not its bucket. */
export const isMissing = (error: unknown): boolean => hasStatus(error, 404) && nameOf(error) !== 'NoSuchBucket';

const fullNames = ['QuotaExceeded', 'EntityTooLarge', 'InsufficientStorage'];

/** Turns an error of a request to the bucket into one that the server reports as a full disk or an outage. */
export const toStorageError = (error: unknown): Error => {
  if (fullNames.includes(nameOf(error)) || hasStatus(error, 507)) {
    return Object.assign(new Error('The bucket is full', { cause: error }), { code: 'EDQUOT' });
  }
  return new FilesUnavailableError(error);
};

const reasons: Record<string, string> = {
  NoSuchBucket: "the bucket doesn't exist",
  InvalidAccessKeyId: 'the access key is unknown',
  SignatureDoesNotMatch: 'the secret access key is wrong',
  ExpiredToken: 'the credentials have expired',
  AccessDenied: 'the credentials lack permission',
  CredentialsProviderError: 'no credentials found. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  TimeoutError: "the service isn't responding",
  ECONNREFUSED: 'no service is running at this address',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
};

export const toS3StartupError = (error: unknown, location: string): StartupError => {
  const message = error instanceof Error ? error.message || error.name : String(error);
  const reason = reasons[nameOf(error)] ?? reasons[errorCode(error)] ?? message;
  return new StartupError(`Can't use the bucket: ${reason}`, location, { cause: error });
};
