/** Characters that move the cursor, or hide or reorder text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

/** Indents continuation lines, so that logged text can't imitate a log line. */
const clean = (text: string): string => text.replace(controlCharacters, '').replaceAll('\n', '\n  ');

/** Paths and URLs may name records or the user, so only the error code is logged. */
const getSafeMessage = (error: Error): string => {
  if (!('path' in error || 'url' in error)) return error.message;
  return 'code' in error ? String(error.code) : 'about a path';
};

const formatError = (error: Error): string => {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause instanceof Error ? [`caused by ${formatError(error.cause)}`] : [];
  return [`${error.name}: ${getSafeMessage(error)}`, ...frames, ...cause].join('\n');
};

/** Formats a value for the log. Errors lose the names of files and records. */
export const sanitizeForLog = (value: unknown): unknown => {
  if (value instanceof Error) return clean(formatError(value));
  return typeof value === 'string' ? clean(value) : value;
};
