// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { summarizeAuthors } from './conflict-authors.ts';

const entry = (userId: string | null, version: number) => ({
  userId,
  userName: userId && `User ${userId}`,
  after: { version },
});
const base = { version: 2, userId: 'me' };

describe('summarizeAuthors', () => {
  it('names the editor when all changes are their own', () => {
    expect(summarizeAuthors([entry('me', 4), entry('me', 3), entry('ada', 2)], base)).toEqual({
      isSelf: true,
      name: null,
    });
  });

  it('names all other users who changed the record', () => {
    expect(
      summarizeAuthors([entry('me', 6), entry('ada', 5), entry('bo', 4), entry('ada', 3)], base),
    ).toEqual({
      isSelf: false,
      name: 'User ada and User bo',
    });
  });

  it('names no one when the server changed the record or the author is unknown', () => {
    const unknown = { isSelf: false, name: null };
    expect(summarizeAuthors([entry(null, 3)], base)).toEqual(unknown);
    expect(summarizeAuthors([], base)).toEqual(unknown);
  });

  it('skips entries without a record', () => {
    expect(summarizeAuthors([{ userId: 'ada', userName: 'Ada', after: null }], base).name).toBeNull();
  });
});
