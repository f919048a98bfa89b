import { expect, it } from 'vitest';
import { getImageAttributes } from './images.ts';

const image = {
  url: 'https://office.example.com/a.webp',
  srcset: 'https://office.example.com/a.webp?w=80 80w, https://office.example.com/a.webp 400w',
  width: 400,
  height: 300,
  alt: 'A pen',
  color: '#c0392f',
  focalPoint: { x: 30, y: 20 },
};

it('returns what an img element needs to load the right size without moving the page', () => {
  expect(
    getImageAttributes(image, { sizes: '20rem', toUrl: (url) => url.replace('https://office.example.com', '/files') }),
  ).toEqual({
    src: '/files/a.webp',
    srcset: '/files/a.webp?w=80 80w, /files/a.webp 400w',
    sizes: '20rem',
    width: 400,
    height: 300,
    alt: 'A pen',
    style: 'background-color:#c0392f;object-position:30% 20%',
    loading: 'lazy',
    decoding: 'async',
  });
});

it('keeps a place for an image whose dimensions aren’t known yet', () => {
  const unknown = { ...image, srcset: '', width: null, height: null, color: null, focalPoint: null };
  expect(getImageAttributes(unknown, { isPriority: true, fallback: { width: 4, height: 3 } })).toEqual({
    src: image.url,
    width: 4,
    height: 3,
    alt: 'A pen',
    fetchpriority: 'high',
    decoding: 'async',
  });
});
