import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A version as it lies in the folder that apps look in. */
export type Release = { version: string; installer: string };

const fileName = ({ version }: Release): string => `catalogue-back-office-${version}-linux-x86_64.AppImage`;

const feedFile = (release: Release): string => {
  const sha512 = createHash('sha512').update(release.installer).digest('base64');
  const name = fileName(release);
  return [
    `version: ${release.version}`,
    'files:',
    `  - url: ${name}`,
    `    sha512: ${sha512}`,
    `    size: ${Buffer.byteLength(release.installer)}`,
    `path: ${name}`,
    `sha512: ${sha512}`,
    "releaseDate: '2026-01-01T00:00:00.000Z'",
    '',
  ].join('\n');
};

/** A web folder with the newest release in it, as electron-builder writes it for Linux. */
export const startUpdateFeed = async (first: Release) => {
  let release = first;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/latest-linux.yml') response.end(feedFile(release));
    else if (pathname === `/${fileName(release)}`) response.end(release.installer);
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish: (next: Release) => {
      release = next;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
