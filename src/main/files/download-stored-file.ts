import type { ApiServer } from '../server/api-server.ts';
import { requestUpstream } from '../server/upstream.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

export const downloadStoredFile = async (
  server: Pick<ApiServer, 'target'>,
  { path, to, signal }: { path: string; to: string; signal?: AbortSignal },
): Promise<void> => {
  const target = await server.target();
  const response = await requestUpstream({ target, method: 'GET', path, headers: {}, signal });
  if (response.statusCode !== 200) {
    response.resume();
    throw new Error(`The server responded with status ${response.statusCode}`);
  }
  await writeFileAtomic(to, { source: response, signal });
};
