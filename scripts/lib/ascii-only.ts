/**
 * Escapes all characters outside ASCII in JavaScript: V8 keeps the source of a script with one character outside
 * Latin-1 in two bytes per character.
 */
export const toAscii = (code: string): string =>
  code.replace(/(\\*)([^\0-\x7F])/g, (_match, slashes: string, character: string) => {
    // A backslash before the character is redundant, and would escape that of the escape sequence.
    const kept = slashes.length % 2 === 0 ? slashes : slashes.slice(1);
    return `${kept}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
