import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloadImages } from './download-all.ts';
import { DownloadProblem, downloadImage } from './download-image.ts';
import { isPublicAddress } from './public-address.ts';

const routes: Record<string, RequestListener> = {
  '/pen.png': (_request, answer) => answer.end('the image'),
  '/moved': (_request, answer) => answer.writeHead(302, { location: '/pen.png' }).end(),
  '/loop': (_request, answer) => answer.writeHead(302, { location: '/loop' }).end(),
  '/inside': (_request, answer) => answer.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  '/file': (_request, answer) => answer.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/large': (_request, answer) => answer.end('x'.repeat(5000)),
  '/slow': () => {},
};

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer((request, answer) => {
    const route = routes[request.url ?? ''];
    if (route) route(request, answer);
    else answer.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const { signal } = new AbortController();
const isAllowed = (address: string) => address === '127.0.0.1' || isPublicAddress(address);
const download = (address: string) =>
  downloadImage(address, { signal, isAllowed, limits: { bytes: 1024, milliseconds: 1000 } });

it.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  ...['127.0.0.1', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
  ...['224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fc00::1', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', 'localhost', ''],
])('%j is none', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

describe('an image', () => {
  it('is downloaded, through redirects too', async () => {
    expect((await download(`${origin}/pen.png`)).toString()).toBe('the image');
    expect((await download(`${origin}/moved`)).toString()).toBe('the image');
  });

  it.each([
    ['/gone', 'the server answered 404'],
    ['/loop', 'it redirects too often'],
    ['/inside', 'it isn’t on a public server'],
    ['/file', 'it isn’t a web address'],
    ['/slow', 'the server took too long'],
  ])('is refused at %s', async (path, message) => {
    await expect(download(origin + path)).rejects.toThrow(new DownloadProblem(message));
  });

  it('is refused when it is too large', async () => {
    await expect(download(`${origin}/large`)).rejects.toThrow('it is larger than');
  });

  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://2130706433/',
    'http://0x7f.1/',
  ])('is not fetched from this machine: %s', async (address) => {
    await expect(downloadImage(address, { signal })).rejects.toThrow('it isn’t on a public server');
  });
});

it('each image is downloaded once, and each failure is told', async () => {
  const asked: string[] = [];
  const files = {
    add: async () => ({ filename: 'stored.png', name: '1.png', size: 1 }),
    keep: async () => ({ size: 1 }),
    commit: () => {},
  };
  const downloads = await downloadImages(['https://a/1%', 'https://a/1%', 'https://a/2'], {
    files,
    signal,
    download: async (address) => {
      asked.push(address);
      if (address.endsWith('2')) throw new DownloadProblem('the server answered 404');
      return Buffer.from('x');
    },
  });
  expect(asked).toEqual(['https://a/1%', 'https://a/2']);
  expect(Object.fromEntries(downloads)).toEqual({
    'https://a/1%': { filename: 'stored.png', name: '1.png', size: 1 },
    'https://a/2': { problem: 'the server answered 404' },
  });
});
