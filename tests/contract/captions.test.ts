import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { lifeAtSaya } from '../../src/shared/resources/life-at-saya.ts';
import { video } from '../../src/shared/resources/video.ts';
import { anyDatabase } from '../support/databases.ts';
import { asUpload, makeFile } from '../support/files.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(anyDatabase)('captions on %s', (kind) => {
  const server = setUpTestServer(kind);

  const sendCaptions = (name: string, bytes: Buffer) =>
    server.send('POST', '/v1/video/', {
      body: {
        name: 'Ink',
        videoUrl: asUpload('ink.mp4', makeFile('mp4')),
        captions: asUpload(name, bytes),
      },
    });

  it.each([video, lifeAtSaya])('of a $name are stored, served as WebVTT and removed', async (resource) => {
    const bytes = makeFile('vtt');
    const created = await createRecord(server.send, resource, { captions: asUpload('Ink.vtt', bytes) });
    expect(created.files?.captions).toEqual({ name: 'Ink.vtt', size: bytes.length });
    const served = await fetch(`${server.url}/uploads/${created.captions}`);
    expect(served.headers.get('content-type')).toMatch(/^text\/vtt/);
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);

    const id = resource.api?.isIdInBody ? '' : created._id;
    const changed = await server.send('PATCH', `/v1/${resource.name}/updateById/${id}`, {
      body: { captions: null, ...(resource.api?.isIdInBody && { id: created._id }) },
    });
    expect((changed.body.data as AnyRecord).captions).toBeNull();
  });

  it.each([
    ['ink.vtt', Buffer.from('Just a text'), /isn’t a valid VTT file/],
    ['ink.vtt', makeFile('mp4'), /is an MP4 video, not a captions file/],
    ['ink.srt', Buffer.from('1\n00:00:00,000 --> 00:00:02,000\nInk'), /Export it as WebVTT/],
  ])('are rejected at their field if %s has other content', async (name, bytes, message) => {
    const { status, body } = await sendCaptions(name, bytes);
    expect([status, body.errors]).toEqual([400, [{ field: 'captions', message: expect.stringMatching(message) }]]);
  });
});
