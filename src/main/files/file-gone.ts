/** A file cannot be used as it was when it was picked; the message says so for people. */
export class FileGone extends Error {
  override name = 'FileGone';
}
