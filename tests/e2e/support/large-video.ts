import { execFile } from 'node:child_process';
import { appendFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { locateFfmpeg } from '../../../scripts/lib/locate.ts';
import { maxUploadBytes } from '../../../src/shared/uploads.ts';

const filler = (size: number): Buffer => {
  const box = Buffer.alloc(size);
  box.writeUInt32BE(size, 0);
  box.write('free', 4, 'latin1');
  return box;
};

/** Creates an eight-second video of exactly the largest allowed size. Noise keeps it incompressible. */
export const makeLargeVideo = async (path: string): Promise<void> => {
  const ffmpeg = locateFfmpeg();
  if (!ffmpeg) throw new Error('ffmpeg is missing.');
  await promisify(execFile)(ffmpeg, [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=size=640x480:rate=25', '-t', '8'],
    ...['-vf', 'noise=alls=90:allf=t', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
    ...['-b:v', '50M', '-maxrate', '50M', '-bufsize', '10M', '-g', '12', '-movflags', '+faststart', path],
  ]);
  const { size } = await stat(path);
  await appendFile(path, filler(maxUploadBytes - size));
};
