import type { ApiServer } from '../server/api-server.ts';
import { requestUpstream } from '../server/upstream.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

export const downloadStoredFile = async (
  server: Pick<ApiServer, 'target'>,
  { path, to, signal }: { path: string; to: string; signal?: AbortSignal },
): Promise<void> => {
  const target = await server.target();
  const answer = await requestUpstream({ target, method: 'GET', path, headers: {}, signal });
  if (answer.statusCode !== 200) {
    answer.resume();
    throw new Error(`The server answered with status ${answer.statusCode}`);
  }
  await writeFileAtomic(to, { source: answer, signal });
};
