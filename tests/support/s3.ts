import { randomUUID } from 'node:crypto';

const { S3_ENDPOINT, S3_REGION = 'us-east-1', S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env;

/** The standard variables with the keys of the test bucket. */
export const s3Credentials = {
  AWS_ACCESS_KEY_ID: S3_ACCESS_KEY_ID ?? '',
  AWS_SECRET_ACCESS_KEY: S3_SECRET_ACCESS_KEY ?? '',
};

export const s3Endpoint = S3_ENDPOINT ?? '';

/** Whether to skip the tests that need a bucket. CI has to provide one. */
export const hasNoBucket = !S3_ENDPOINT && !process.env.CI;

type UrlOptions = { endpoint?: string; bucket?: string; [option: string]: string | undefined };

/** The address of an empty store in the test bucket. */
export const makeFilesUrl = ({ bucket = S3_BUCKET ?? '', endpoint = s3Endpoint, ...options }: UrlOptions = {}) => {
  const url = new URL(`s3://${bucket}/test-${randomUUID()}`);
  const query = { endpoint, region: S3_REGION, ...options };
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
};
