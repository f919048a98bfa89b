const pendingFiles = new Set<Promise<boolean>>();

/** Tracks `work`, which selects or reads files for a form, so that submitting the form can wait for it. */
export const trackPendingFiles = <T>(promise: Promise<T>, isComplete: (value: T) => boolean): Promise<T> => {
  const pendingFile = promise.then(isComplete, () => false);
  pendingFiles.add(pendingFile);
  void pendingFile.then(() => pendingFiles.delete(pendingFile));
  return promise;
};

export const hasPendingFiles = (): boolean => pendingFiles.size > 0;

/** Waits for all pending files. Returns whether all of them were accepted. */
export const waitForPendingFiles = async (): Promise<boolean> => {
  let isComplete = true;
  while (hasPendingFiles()) {
    const value = await Promise.all(pendingFiles);
    isComplete &&= value.every(Boolean);
    // Lets the callers store the files in the form first.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
  return isComplete;
};
