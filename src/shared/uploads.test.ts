import { describe, expect, it } from 'vitest';
import { findFileProblem, maxUploadBytes, uploadPath } from './uploads.ts';

const picture = { name: 'Pens.JPG', size: 10, detectedExtension: 'jpg', kind: 'image' } as const;

describe('findFileProblem', () => {
  it('takes a file whose content is what its name says', () => {
    expect(findFileProblem(picture)).toBeNull();
    expect(findFileProblem({ ...picture, name: 'pens.jpeg' })).toBeNull();
  });

  it.each([
    [{ size: 0 }, 'Pens.JPG is empty'],
    [{ size: maxUploadBytes + 1 }, 'Pens.JPG is larger than 50 MB, which is the limit'],
    [
      { name: 'pens.svg' },
      'pens.svg is not an image that can be used here. Allowed are jpg, jpeg, png, webp, gif',
    ],
    [{ name: 'pens' }, 'pens is not an image that can be used here. Allowed are jpg, jpeg, png, webp, gif'],
    [{ detectedExtension: 'pdf' }, 'Pens.JPG is not what its name says: its content is of type pdf'],
    [{ detectedExtension: null }, 'Pens.JPG is not what its name says: its content is of another type'],
    [{ kind: 'pdf' as const }, 'Pens.JPG is not a PDF that can be used here. Allowed are pdf'],
  ])('says what is wrong with %j', (change, problem) => {
    expect(findFileProblem({ ...picture, ...change })).toBe(problem);
  });

  it('takes a file of exactly 50 MB', () => {
    expect(findFileProblem({ ...picture, size: maxUploadBytes })).toBeNull();
  });
});

it('serves a stored file by its escaped name', () => {
  expect(uploadPath('a b#.png')).toBe('/uploads/a%20b%23.png');
});
