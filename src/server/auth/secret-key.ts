import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, toStartupError } from '../database/database-errors.ts';
import { StartupError } from '../lib/app-error.ts';

const keyBytes = 32;

const readKey = async (path: string): Promise<Buffer | null> =>
  readFile(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });

type KeySource = { dataDir: string; fileName: string; secret: string | undefined };

/** Returns a secret key from the environment or the data folder; creates it in the data folder if missing. */
export const loadSecretKey = async ({ dataDir, fileName, secret }: KeySource): Promise<Uint8Array> => {
  if (secret !== undefined) {
    if (secret.length >= keyBytes) return new TextEncoder().encode(secret);
    throw new StartupError(
      `The session secret must be at least ${keyBytes} characters`,
      'BACKOFFICE_JWT_SECRET',
    );
  }
  const path = join(dataDir, fileName);
  try {
    const existing = await readKey(path);
    if (existing && existing.length >= keyBytes) return existing;
    const key = randomBytes(keyBytes);
    await writeFile(path, key, { mode: 0o600 });
    return key;
  } catch (error) {
    throw toStartupError(error, { path, damaged: "Can't read the server's key" });
  }
};
