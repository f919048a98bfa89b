import type { Receiver } from '../../files/received-files.ts';

/** Smaller files stay in the JSON. */
const maxInlineLength = 64 * 1024;

const wholeText = /(?:[^\\]|\\u[0-9a-f]{4}|\\[^u])*/iy;

const decodeEscapes = (text: string): string =>
  text.replaceAll(/\\u([0-9a-f]{4})|\\\//gi, (_escape, code?: string) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : '/',
  );

/** Returns the text without JSON's escapes, and an escape at its end that isn't complete yet. */
const splitEscapes = (text: string): { ready: string; pending: string } => {
  if (!text.includes('\\')) return { ready: text, pending: '' };
  wholeText.lastIndex = 0;
  const whole = wholeText.exec(text)?.[0] ?? '';
  return { ready: decodeEscapes(whole), pending: text.slice(whole.length) };
};

/** Collects the base64 content of one file. If it's long, it goes to the receiver. */
const createFileContent = (receiver: Receiver) => {
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

type FileContent = ReturnType<typeof createFileContent>;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;

/** Longest text before the content of a file: `filename@@data:image/png;base64,`. */
const maxPrefix = 2048;

/** Whether a text that ends with `;base64,` is a data URL with an optional file name, up to its content. */
const isFilePrefix = (text: string): boolean => {
  const start = text.lastIndexOf('data:');
  return (start === 0 || text.endsWith('@@', start)) && text.indexOf(',', start) === text.length - 1;
};

type ExtractOptions = {
  /** Whether a value of this key can be a file. */
  isFileKey: (key: string) => boolean;
  receiver: Receiver;
};

/** Reads JSON byte by byte, and the content of files in it in blocks. */
class FileExtractor {
  readonly #options: ExtractOptions;
  #isString = false;
  #isEscaped = false;
  #canBeFile = false;
  /** Start of the current or last string, up to `maxPrefix`. */
  #string = '';
  #content: FileContent | undefined;

  constructor(options: ExtractOptions) {
    this.#options = options;
  }

  async *read(chunk: Buffer): AsyncGenerator<Buffer> {
    let at = 0;
    while (at < chunk.length) {
      if (this.#content) {
        const { end, replacement } = await this.#readContent(this.#content, chunk, at);
        at = end;
        if (replacement) yield replacement;
      } else {
        const end = this.#readUntilContent(chunk, at);
        yield chunk.subarray(at, end);
        at = end;
      }
    }
  }

  /** Reads a chunk without the content of a file. */
  skip(chunk: Buffer): void {
    this.#readUntilContent(chunk, 0);
  }

  async #readContent(content: FileContent, chunk: Buffer, at: number) {
    const found = chunk.indexOf(quote, at);
    const end = found === -1 ? chunk.length : found;
    await content.write(chunk.toString('latin1', at, end));
    if (found === -1) return { end };
    if (content.isEscaping()) {
      await content.write('"');
      return { end: end + 1 };
    }
    this.#content = undefined;
    return { end, replacement: Buffer.from(await content.end()) };
  }

  // The end is compared first, because a string may contain a comma at every second byte.
  #isPrefix(): boolean {
    const string = this.#string;
    return string.length < maxPrefix && string.endsWith(';base64,') && isFilePrefix(splitEscapes(string).ready);
  }

  /** Returns where the content of a file begins, or the end of the chunk. */
  #readUntilContent(chunk: Buffer, start: number): number {
    let stringStart = start;
    const keep = (end: number) => {
      const room = maxPrefix - this.#string.length;
      if (room > 0) this.#string += chunk.toString('latin1', stringStart, Math.min(end, stringStart + room));
    };
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (!this.#isString) {
        if (byte === colon) this.#canBeFile = this.#options.isFileKey(this.#string);
        if (byte !== quote) continue;
        this.#isString = true;
        this.#string = '';
        stringStart = at + 1;
      } else if (this.#isEscaped) {
        this.#isEscaped = false;
      } else if (byte === backslash) {
        this.#isEscaped = true;
      } else if (byte === quote) {
        keep(at);
        this.#isString = false;
      } else if (byte === comma && this.#canBeFile && this.#string.length < maxPrefix) {
        keep(at + 1);
        stringStart = at + 1;
        if (!this.#isPrefix()) continue;
        this.#content = createFileContent(this.#options.receiver);
        return at + 1;
      }
    }
    if (this.#isString) keep(chunk.length);
    return chunk.length;
  }
}

/** Part of every data URL with base64 content. */
const marker = 'base64,';

/** Size in bytes up to which a body without a file isn't read byte by byte. */
const maxUnread = 16 * 1024 ** 2;

/**
 * Passes JSON through while it arrives, except for the base64 content of long files: it goes to the receiver and is
 * replaced by a reference.
 */
export async function* extractFiles(chunks: AsyncIterable<Buffer>, options: ExtractOptions): AsyncGenerator<Buffer> {
  const extractor = new FileExtractor(options);
  // Reading byte by byte takes longer than parsing the JSON, so it waits for what may be a file.
  const unread: Buffer[] = [];
  let unreadBytes = 0;
  let end = Buffer.alloc(0);
  let isReading = false;
  for await (const chunk of chunks) {
    if (!isReading) {
      const extended = Buffer.concat([end, chunk]);
      end = extended.subarray(-marker.length);
      unreadBytes += chunk.length;
      isReading = unreadBytes > maxUnread || extended.includes(marker);
      if (isReading) for (const each of unread.splice(0)) extractor.skip(each);
      else unread.push(chunk);
    }
    if (isReading) yield* extractor.read(chunk);
    else yield chunk;
  }
}
