import { S3Client } from '@aws-sdk/client-s3';
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
