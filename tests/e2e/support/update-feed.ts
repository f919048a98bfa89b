import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Release = {
  version: string;
  installer: string;
  /**
   * `gone`: the folder has no feed. Otherwise the installer differs from its feed: missing, changed or
   * truncated. `slow`: the first half arrives in pieces, the second only when `finishDownload` is called.
   */
  fault?: 'gone' | 'missing' | 'changed' | 'cut off' | 'slow';
};

/** Apps choose the file by its extension. */
const fileNames = ({ version }: Release): string[] => [
  `catalogue-back-office-${version}-linux-x86_64.AppImage`,
  `catalogue-back-office-${version}-linux-amd64.deb`,
];

const feedFile = (release: Release): string => {
  const sha512 = createHash('sha512').update(release.installer).digest('base64');
  return [
    `version: ${release.version}`,
    'files:',
    ...fileNames(release).flatMap((name) => [
      `  - url: ${name}`,
      `    sha512: ${sha512}`,
      `    size: ${Buffer.byteLength(release.installer)}`,
    ]),
    `path: ${fileNames(release)[0]}`,
    `sha512: ${sha512}`,
    "releaseDate: '2026-01-01T00:00:00.000Z'",
    '',
  ].join('\n');
};

const truncateResponse = (response: ServerResponse, whole: string): void => {
  response.writeHead(200, { 'content-length': Buffer.byteLength(whole) });
  response.write(whole.slice(0, whole.length / 2), () => response.destroy());
};

const sendSlowly = (response: ServerResponse, whole: string): (() => void) => {
  const piece = Math.ceil(whole.length / 100);
  let sent = 0;
  const timer = setInterval(() => {
    response.write(whole.slice(sent, sent + piece));
    sent += piece;
    if (sent >= whole.length / 2) clearInterval(timer);
  }, 100);
  response.writeHead(200, { 'content-length': Buffer.byteLength(whole) });
  return () => {
    clearInterval(timer);
    response.end(whole.slice(sent));
  };
};

/** Serves the newest release in the folder format that electron-builder writes for Linux. */
export const startUpdateFeed = async (first: Release) => {
  let release = first;
  let finishDownload = () => {};
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const { fault, installer } = release;
    if (pathname === '/latest-linux.yml' && fault !== 'gone') {
      response.end(feedFile(release));
    } else if (fileNames(release).includes(pathname.slice(1)) && fault !== 'missing') {
      if (fault === 'changed') response.end(installer.toUpperCase());
      else if (fault === 'cut off') truncateResponse(response, installer);
      else if (fault === 'slow') finishDownload = sendSlowly(response, installer);
      else response.end(installer);
    } else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish: (next: Release) => {
      release = next;
    },
    finishDownload: () => finishDownload(),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
