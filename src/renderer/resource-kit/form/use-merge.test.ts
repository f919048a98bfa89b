import { describe, expect, it } from 'vitest';
import { summarizeAuthors } from './use-merge.ts';

// @vitest-environment jsdom

const version = (userId: string | null) => ({ userId, userName: userId && `User ${userId}` });

describe('summarizeAuthors', () => {
  it('names the editor when all changes are their own', () => {
    expect(summarizeAuthors([version('me'), version('me')], 'me')).toEqual({ isSelf: true, name: null });
  });

  it('names all other users who changed the record', () => {
    const versions = ['me', 'ada', 'bo', 'ada'].map(version);
    expect(summarizeAuthors(versions, 'me')).toEqual({ isSelf: false, name: 'User ada and User bo' });
  });

  it('names no one when the server changed the record or the author is unknown', () => {
    const unknown = { isSelf: false, name: null };
    expect(summarizeAuthors([version(null)], 'me')).toEqual(unknown);
    expect(summarizeAuthors([], 'me')).toEqual(unknown);
  });
});
