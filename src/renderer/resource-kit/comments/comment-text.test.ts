import { describe, expect, it } from 'vitest';
import { decodeMentions, encodeMentions, findMentionQuery, insertMention } from './comment-text.tsx';

const ada = { userId: 'a', userName: 'Ada', email: 'ada@example.com' };
const adaHolm = { userId: 'h', userName: 'Ada Holm', email: 'holm@example.com' };

describe('a typed mention', () => {
  it.each([
    ['@', ''],
    ['Ask @ad', 'ad'],
    ['Ask @Ada Ho', 'Ada Ho'],
    ['Ask @ ', null],
    ['ada@example', null],
    ['@Ada\nand', null],
    ['@Ada Lund ?', null],
  ])('is found before the caret in %j', (text, query) => {
    const mentions = [{ userId: 'a', name: 'Ada Lund' }];
    expect(findMentionQuery({ text, mentions }, text.length)).toBe(query);
  });

  it('is completed where the caret is', () => {
    const { draft, caret } = insertMention({ text: 'Ask @ad about it', mentions: [] }, { caret: 7, user: adaHolm });
    expect(draft.text).toBe('Ask @Ada Holm about it');
    expect(caret).toBe(14);
  });

  it('is stored as an id, and read as a name', () => {
    const first = insertMention({ text: '@', mentions: [] }, { caret: 1, user: ada });
    const text = `${first.draft.text}and @`;
    const { draft } = insertMention({ ...first.draft, text }, { caret: text.length, user: adaHolm });
    expect(encodeMentions(draft)).toBe('@[a] and @[h]');
    const mentions = [
      { userId: 'a', userName: 'Ada Lund' },
      { userId: 'h', userName: null },
    ];
    const decoded = decodeMentions({ text: '@[a] and @[h]', mentions });
    expect(decoded.text).toBe('@Ada Lund and @Deleted user');
    expect(encodeMentions(decoded)).toBe('@[a] and @[h]');
  });

  it('keeps its user when another one of the same name is mentioned', () => {
    const mentions = ['a', 'b'].map((userId) => ({ userId, userName: 'Ada' }));
    expect(encodeMentions(decodeMentions({ text: '@[b] and @[a]', mentions }))).toBe('@[b] and @[a]');
  });

  it('of a second user of the same name has the email address', () => {
    const other = { ...ada, userId: 'b', email: 'other@example.com' };
    const first = insertMention({ text: '@', mentions: [] }, { caret: 1, user: ada }).draft;
    const text = `${first.text}@`;
    const { draft } = insertMention({ ...first, text }, { caret: text.length, user: other });
    expect(encodeMentions(draft)).toBe('@[a] @[b]');
  });
});
