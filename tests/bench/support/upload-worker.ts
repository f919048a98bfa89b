import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import { videoPath } from '../../e2e/support/files.ts';

/** Uploads that are sent at the same time, each of a different video. */
export type Uploads = { url: string; headers: Record<string, string>; count: number; bytes: number };

const { url, headers, count, bytes } = workerData as Uploads;
const pieceLength = 65_536;

const start = readFileSync(videoPath);
// Base64 encodes three bytes at a time, so that the encoded end can be shared by all videos.
const headLength = Math.ceil((start.length + 48) / 3) * 3;
const end = Buffer.from(Buffer.alloc(bytes - headLength, 7).toString('base64'), 'latin1');

/** The start of a video: a playable one, and a box with random bytes that players skip. */
const makeHead = (): string => {
  const box = randomBytes(headLength - start.length);
  box.writeUInt32BE(bytes - start.length);
  box.write('free', 4, 'latin1');
  return Buffer.concat([start, box]).toString('base64');
};

const send = async (index: number): Promise<number> => {
  const head = `{"name":"Video ${index}","videoUrl":"video.mp4@@data:video/mp4;base64,${makeHead()}`;
  const parts = [Buffer.from(head), end, Buffer.from('"}')];
  const sent = request(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': parts.reduce((sum, part) => sum + part.length, 0),
    },
  });
  const responded = once(sent, 'response');
  for (const part of parts) {
    for (let at = 0; at < part.length; at += pieceLength) {
      if (!sent.write(part.subarray(at, at + pieceLength))) await once(sent, 'drain');
    }
  }
  sent.end();
  const [response] = await responded;
  await text(response);
  return response.statusCode;
};

parentPort?.postMessage(await Promise.all(Array.from({ length: count }, (_, index) => send(index))));
