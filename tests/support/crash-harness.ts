import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { admin } from './database-templates.ts';
import { createDatabase, type DatabaseKind } from './databases.ts';
import { asUpload, makeFile, makeFilesOld } from './files.ts';
import { adminEnv, readServerUrl, spawnServer } from './spawn-server.ts';
import { makeDataDir, sendTo, signIn } from './test-server.ts';

/** A category as a client sees it; null if deleted. */
export type Seen = { name: string; image: string | null } | null;

/** A record's last confirmed state, and the states requested since then. */
export type Possible = { confirmed: Seen; asked: Seen[] };

export type CrashTarget = {
  dataDir: string;
  databaseUrl: string | undefined;
  known: Map<string, Possible>;
  /**
   * Starts the server, calls `inspect`, runs concurrent writers, and kills the server after `responses` responses. Then
   * makes its files so old that the next start sweeps the unused ones.
   */
  killAfter: (responses: number, inspect: () => Promise<void>) => Promise<void>;
  remove: () => Promise<void>;
};

export type Ask = (method: string, path: string, body?: object) => Promise<AnyRecord>;

const writers = 6;

const newFile = () => {
  const bytes = makeFile('png');
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { upload: asUpload('a.png', bytes), stored: `${digest}.png` };
};

/** Creates, changes and deletes categories, with and without files, until a request fails. */
export const writeUntilFailure = async (ask: Ask, known: CrashTarget['known']) => {
  const change = async (id: string, seen: Seen, send: () => Promise<unknown>) => {
    known.get(id)?.asked.push(seen);
    await send();
    known.set(id, { confirmed: seen, asked: [] });
  };
  const create = async (name: string, file: ReturnType<typeof newFile> | null) => {
    const record = await ask('POST', '/', { name, image: file?.upload ?? null });
    known.set(record._id, { confirmed: { name, image: file?.stored ?? null }, asked: [] });
    return record._id;
  };
  for (let count = 0; ; count += 1) {
    const kept = await create(`Kept ${count}`, newFile());
    const { upload, stored } = newFile();
    const values = { name: 'Changed', image: upload };
    await change(kept, { name: 'Changed', image: stored }, () => ask('PATCH', `/updateById/${kept}`, values));
    const gone = await create('Gone', count % 2 ? newFile() : null);
    await change(gone, null, () => ask('DELETE', `/deleteById/${gone}`));
  }
};

export const createCrashTarget = async (kind: DatabaseKind): Promise<CrashTarget> => {
  const dataDir = makeDataDir();
  const { databaseUrl, drop } = await createDatabase(kind, { preparedFor: dataDir });
  const known: CrashTarget['known'] = new Map();
  let token: string | null = null;
  const args = ['--port', '0', '--data', dataDir, ...(databaseUrl ? ['--database-url', databaseUrl] : [])];

  const killAfter: CrashTarget['killAfter'] = async (responses, inspect) => {
    const running = spawnServer(args, { ...adminEnv, BACKOFFICE_LOG_LEVEL: 'silent' });
    const exited = once(running.child, 'exit');
    const url = await readServerUrl(running);
    const send = sendTo(
      () => url,
      () => token,
    );
    token ??= await signIn(send, admin);
    await inspect();
    let left = responses;
    const ask: Ask = async (method, path, body) => {
      const response = await send(method, `/v1/category${path}`, { body });
      if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${response.body.message}`);
      left -= 1;
      if (left === 0) running.child.kill('SIGKILL');
      return (response.body.data ?? {}) as AnyRecord;
    };
    const ends = await Promise.allSettled(Array.from({ length: writers }, () => writeUntilFailure(ask, known)));
    running.child.kill('SIGKILL');
    await exited;
    makeFilesOld(dataDir);
    if (left > 0) throw (ends[0] as PromiseRejectedResult).reason;
  };
  return {
    dataDir,
    databaseUrl,
    known,
    killAfter,
    remove: async () => {
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
