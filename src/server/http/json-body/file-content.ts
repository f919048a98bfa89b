import type { Receiver } from '../../files/received-files.ts';

/** Smaller files stay in the JSON. */
const maxInlineLength = 64 * 1024;

const wholeText = /(?:[^\\]|\\u[0-9a-f]{4}|\\[^u])*/iy;

const decodeEscapes = (text: string): string =>
  text.replaceAll(/\\u([0-9a-f]{4})|\\\//gi, (_escape, code?: string) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : '/',
  );

/** Returns the text without JSON's escapes, and an escape at its end that isn't complete yet. */
export const splitEscapes = (text: string): { ready: string; pending: string } => {
  if (!text.includes('\\')) return { ready: text, pending: '' };
  wholeText.lastIndex = 0;
  const whole = wholeText.exec(text)?.[0] ?? '';
  return { ready: decodeEscapes(whole), pending: text.slice(whole.length) };
};

/** Collects the base64 content of one file. If it's long, it goes to the receiver. */
export const createFileContent = (receiver: Receiver) => {
  let inline = '';
  let pending = '';
  let file: Awaited<ReturnType<Receiver['start']>> | undefined;
  return {
    /** Whether the last character was a backslash, which escapes the next one. */
    isEscaping: (): boolean => pending === '\\',
    write: async (text: string): Promise<void> => {
      const split = splitEscapes(pending + text);
      pending = split.pending;
      if (file) return file.write(split.ready);
      inline += split.ready;
      if (inline.length <= maxInlineLength) return;
      file = await receiver.start();
      await file.write(inline);
    },
    /** Returns the JSON text that replaces the content. */
    end: async (): Promise<string> => (file ? file.end() : JSON.stringify(inline + pending).slice(1, -1)),
  };
};

export type FileContent = ReturnType<typeof createFileContent>;
