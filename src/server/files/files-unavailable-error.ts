/** Thrown if a request to the remote storage of files failed. */
export class FilesUnavailableError extends Error {
  override name = 'FilesUnavailableError';

  constructor(cause: unknown) {
    super("Can't reach the storage of files", { cause });
  }
}
