/** A file cannot be used as it was when it was picked; the message says so for people. */
export class FileGone extends Error {
  override name = 'FileGone';
  /** Which one; undefined where it was never known. */
  readonly fileId?: string;

  constructor(message: string, fileId?: string) {
    super(message);
    this.fileId = fileId;
  }
}
