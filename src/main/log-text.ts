/** What a line of a log must not hold: what moves the cursor, or hides what is there. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

/** No text can begin a line of its own and pass for the app's. */
const clean = (text: string): string => text.replace(controls, '').replaceAll('\n', '\n  ');

/** Paths and addresses name records, and the person whose folder it is: their code says as much. */
const messageOf = (error: Error): string => {
  if (!('path' in error || 'url' in error)) return error.message;
  return 'code' in error ? String(error.code) : 'about a path';
};

const textOf = (error: Error): string => {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause instanceof Error ? [`caused by ${textOf(error.cause)}`] : [];
  return [`${error.name}: ${messageOf(error)}`, ...frames, ...cause].join('\n');
};

/** What is written to the log of a value: never a name of a file or a record that an error mentions. */
export const toLogged = (value: unknown): unknown => {
  if (value instanceof Error) return clean(textOf(value));
  return typeof value === 'string' ? clean(value) : value;
};
