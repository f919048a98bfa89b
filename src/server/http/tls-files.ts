import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext, type Server } from 'node:tls';
import type { FastifyBaseLogger } from 'fastify';
import { errorCode } from '../database/database-errors.ts';
import { StartupError } from '../lib/app-error.ts';

/** Paths of the certificate, with its chain, and of its private key, as PEM. */
export type TlsFiles = { cert: string; key: string };

/** Suites with forward secrecy and authenticated encryption only. */
const ciphers = [
  ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
  ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
].join(':');

const pollInterval = 1000;

const read = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new StartupError(`Can't read this file (${errorCode(error)})`, path, { cause: error });
  }
};

/** Reads both files and adds the accepted ciphers. Throws a `StartupError` unless they are a certificate and its key. */
export const readTlsFiles = ({ cert, key }: TlsFiles): { cert: Buffer; key: Buffer; ciphers: string } => {
  const content = { cert: read(cert), key: read(key), ciphers };
  try {
    createSecureContext(content);
  } catch (error) {
    throw new StartupError("This isn't a certificate, or the key isn't its own", cert, { cause: error });
  }
  return content;
};

/** Uses renewed files for new connections. Returns a function that stops watching them. */
export const reloadTlsFiles = (
  { server, log }: { server: Pick<Server, 'setSecureContext'>; log: FastifyBaseLogger },
  files: TlsFiles,
): (() => void) => {
  const reload = () => {
    try {
      server.setSecureContext(readTlsFiles(files));
      log.info('loaded the renewed certificate');
    } catch (error) {
      // Between the writes of the two files, they don't belong together.
      log.warn({ err: error }, "couldn't load the renewed certificate, so the previous one stays in use");
    }
  };
  const paths = [files.cert, files.key];
  // Polled, because tools for renewal replace links, which `watch` doesn't notice.
  for (const path of paths) watchFile(path, { interval: pollInterval, persistent: false }, reload);
  return () => {
    for (const path of paths) unwatchFile(path, reload);
  };
};
