import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A version as it lies in the folder that apps look in. */
export type Release = {
  version: string;
  installer: string;
  /** `gone`: the folder says nothing. Else the installer is not what it says: it lacks, was changed, or breaks off. */
  fault?: 'gone' | 'missing' | 'changed' | 'cut off';
};

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

const cutOff = (response: ServerResponse, whole: string): void => {
  response.writeHead(200, { 'content-length': Buffer.byteLength(whole) });
  response.write(whole.slice(0, whole.length / 2), () => response.destroy());
};

/** A web folder with the newest release in it, as electron-builder writes it for Linux. */
export const startUpdateFeed = async (first: Release) => {
  let release = first;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const { fault, installer } = release;
    if (pathname === '/latest-linux.yml' && fault !== 'gone') {
      response.end(feedFile(release));
    } else if (pathname === `/${fileName(release)}` && fault !== 'missing') {
      if (fault === 'changed') response.end(installer.toUpperCase());
      else if (fault === 'cut off') cutOff(response, installer);
      else response.end(installer);
    } else response.writeHead(404).end();
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
