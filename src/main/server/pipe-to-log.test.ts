import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { pipeToLog } from '../log.ts';

it('logs each line at its level', async () => {
  const output = new PassThrough();
  const written: string[] = [];
  const write = {
    info: (line: string) => written.push(`info ${line}`),
    warn: (line: string) => written.push(`warn ${line}`),
    error: (line: string) => written.push(`error ${line}`),
  };
  pipeToLog(output, { name: 'server', defaultLevel: 'warn', write });
  output.write('{"level":30,"msg":"answered"}\n{"level":40,"msg":"slow"}\n{"lev');
  output.write('el":50,"msg":"failed"}\n\nError: out of memory\n{"level":"none"}\n');
  output.end('{"level":60,"msg":"over"}');
  await expect.poll(() => written.length).toBe(6);
  expect(written).toEqual([
    'info [server] {"level":30,"msg":"answered"}',
    'warn [server] {"level":40,"msg":"slow"}',
    'error [server] {"level":50,"msg":"failed"}',
    'warn [server] Error: out of memory',
    'warn [server] {"level":"none"}',
    'error [server] {"level":60,"msg":"over"}',
  ]);
});
