/** Thrown when a picked file has changed or is missing. The message is shown to the user. */
export class FileUnavailableError extends Error {
  override name = 'FileUnavailableError';
  readonly fileId?: string;

  constructor(message: string, fileId?: string) {
    super(message);
    this.fileId = fileId;
  }
}
