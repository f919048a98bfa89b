import { openS3Storage } from '../../src/server/files/s3/s3-storage.ts';
import { makeTempDir } from './temp-dir.ts';

/** Names of the stored files in a bucket. */
export const listBucket = async (filesUrl: string): Promise<string[]> => {
  const storage = await openS3Storage({ filesUrl, staging: makeTempDir('staging') });
  const names: string[] = [];
  for await (const page of storage.list()) names.push(...page.map(({ name }) => name));
  storage.close();
  return names;
};
