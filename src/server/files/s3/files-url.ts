import { z } from 'zod';
import { StartupError } from '../../lib/app-error.ts';

/** A bucket, as a URL describes it. The prefix is empty or ends with a slash. */
export type S3Location = {
  bucket: string;
  prefix: string;
  endpoint: string | undefined;
  region: string | undefined;
  forcePathStyle: boolean;
  checksums: 'WHEN_REQUIRED' | 'WHEN_SUPPORTED';
  /** Whether clients download from the bucket, with a temporary URL, where they can. */
  isRedirecting: boolean;
};

const querySchema = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).optional(),
  region: z.string().min(1).optional(),
  'path-style': z.enum(['true', 'false']).optional(),
  checksums: z.enum(['when-required', 'when-supported']).default('when-supported'),
  redirect: z.enum(['true', 'false']).default('false'),
});

const bucketPattern = /^[a-z0-9][a-z0-9._-]+$/i;

const fail = (url: string, message: string): never => {
  // The address may contain a password by mistake.
  throw new StartupError(message, url.replace(/\/\/[^/]*@/, '//'));
};

/** Whether this names a bucket rather than a folder. */
export const isFilesUrl = (text: string): boolean => /^s3:/i.test(text);

/** The bucket and prefix, for messages. */
export const describeLocation = ({ bucket, prefix }: S3Location): string => `s3://${bucket}/${prefix}`;

/** Parses `s3://bucket/prefix?endpoint=…&region=…`. Throws a `StartupError` that names the wrong part. */
export const parseFilesUrl = (text: string): S3Location => {
  const url = isFilesUrl(text) && URL.canParse(text) ? new URL(text) : null;
  if (!url || !bucketPattern.test(url.host)) {
    return fail(text, 'The address of the files must look like s3://bucket/prefix?endpoint=…&region=…');
  }
  if (url.username || url.password) {
    return fail(text, 'Put the keys of the bucket in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, not in its address');
  }
  const query = querySchema.safeParse(Object.fromEntries(url.searchParams));
  if (!query.success) {
    const [issue] = query.error.issues;
    const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
    return fail(text, `The address of the files has a wrong option: ${String(name)}`);
  }
  const { endpoint, region, checksums, redirect, 'path-style': pathStyle } = query.data;
  const prefix = decodeURIComponent(url.pathname).split('/').filter(Boolean).join('/');
  return {
    bucket: url.host,
    prefix: prefix && `${prefix}/`,
    endpoint,
    // Services other than Amazon's mostly ignore the region, but it is part of every signature.
    region: region ?? (endpoint && !process.env.AWS_REGION ? 'us-east-1' : undefined),
    forcePathStyle: pathStyle === undefined ? endpoint !== undefined : pathStyle === 'true',
    checksums: checksums === 'when-required' ? 'WHEN_REQUIRED' : 'WHEN_SUPPORTED',
    isRedirecting: redirect === 'true',
  };
};
