const pendingFiles = new Set<Promise<boolean>>();

/** Tracks `work`, which selects or reads files for a form, so that submitting the form can wait for it. */
export const trackPendingFiles = <T>(work: Promise<T>, isComplete: (taken: T) => boolean): Promise<T> => {
  const taking = work.then(isComplete, () => false);
  pendingFiles.add(taking);
  void taking.then(() => pendingFiles.delete(taking));
  return work;
};

export const hasPendingFiles = (): boolean => pendingFiles.size > 0;

/** Waits for all pending files. Returns whether all of them were accepted. */
export const waitForPendingFiles = async (): Promise<boolean> => {
  let isComplete = true;
  while (hasPendingFiles()) {
    const taken = await Promise.all(pendingFiles);
    isComplete &&= taken.every(Boolean);
    // Lets the callers store the files in the form first.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
  return isComplete;
};
