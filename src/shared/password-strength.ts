import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { minPasswordLength, type PasswordOwner } from './passwords.ts';

/** Loaded only where a new password is checked, because it contains a list of common passwords. */

/** `weak` passwords are rejected. */
export type PasswordStrength = 'weak' | 'good' | 'strong';

/** Words of the product and the company. */
const productWords = ['catalogue', 'catalog', 'backoffice', 'back', 'office', 'stationery', 'brands', 'saya'];

/** Enough to tell that a password is good; the estimate of a longer text would take too long. */
const maxChecked = 64;
const minWordLength = 3;
/** Letters and digits that a password needs beside the words that belong to the product or the user. */
const minOtherCharacters = 5;
/** From zxcvbn's scale: 3 is more than 100 million guesses. */
const minScore = 3;

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: maxChecked });

const wordsOf = ({ name = '', email = '' }: PasswordOwner): string[] =>
  [...productWords, ...`${name} ${email}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)].filter(
    (word) => word.length >= minWordLength,
  );

/** Whether little is left without the given words, years and punctuation. */
const isMadeOf = (words: readonly string[], password: string): boolean => {
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), password.toLowerCase());
  return (
    rest !== password.toLowerCase() &&
    rest.replace(/(?:19|20)\d\d/g, '').replace(/[^\p{L}\p{N}]/gu, '').length < minOtherCharacters
  );
};

export const estimateStrength = (password: string, owner: PasswordOwner): PasswordStrength => {
  const words = wordsOf(owner);
  if (password.trim().length < minPasswordLength || isMadeOf(words, password)) return 'weak';
  const { score } = zxcvbn.check(password.slice(0, maxChecked), words);
  if (score < minScore) return 'weak';
  return score === minScore ? 'good' : 'strong';
};
