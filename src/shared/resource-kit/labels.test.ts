import { expect, it } from 'vitest';
import { joinSentences } from './labels.ts';

it.each([
  [['Red pen', ''], 'Red pen'],
  [['Red pen', '2 variants will also be deleted'], 'Red pen. 2 variants will also be deleted.'],
  [['Delete 3 pens?', 'Their images go too.'], 'Delete 3 pens? Their images go too.'],
])('ends each of several sentences once: %j', (sentences, text) => {
  expect(joinSentences(sentences)).toBe(text);
});
