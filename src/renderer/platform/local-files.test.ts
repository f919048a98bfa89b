import { describe, expect, it } from 'vitest';
import { collectLocalFiles, mapLocalFiles } from './local-files.ts';

const file = (id: string) => ({
  id,
  name: `${id}.png`,
  size: 3,
  type: 'image/png',
  previewUrl: `blob:${id}`,
});

describe('replaceFiles', () => {
  it('replaces files at any depth', () => {
    const when = new Date(0);
    const body = {
      name: 'Pens',
      image: file('a'),
      gallery: [file('b'), 'stored.png', null],
      variants: [{ images: [{ image: file('c'), order: 1 }] }],
      when,
    };
    expect(mapLocalFiles(body, ({ id }) => ({ $localFile: id }))).toEqual({
      name: 'Pens',
      image: { $localFile: 'a' },
      gallery: [{ $localFile: 'b' }, 'stored.png', null],
      variants: [{ images: [{ image: { $localFile: 'c' }, order: 1 }] }],
      when,
    });
    expect(body.image).toEqual(file('a'));
  });

  it('finds files in serialized values', () => {
    const sheet = { toJSON: () => [{ image: file('a') }] };
    expect(mapLocalFiles({ sheet }, ({ id }) => id)).toEqual({ sheet: [{ image: 'a' }] });
    expect(collectLocalFiles({ sheet }).map(({ id }) => id)).toEqual(['a']);
  });

  it('does not treat a record as a file', () => {
    const body = { country: { id: '1', name: 'India' } };
    expect(mapLocalFiles(body, () => 'file')).toEqual(body);
  });
});

describe('collectFiles', () => {
  it('returns each file once', () => {
    expect(collectLocalFiles({ image: file('a'), banner: file('a'), other: [file('b')] }).map(({ id }) => id)).toEqual([
      'a',
      'b',
    ]);
  });
});
