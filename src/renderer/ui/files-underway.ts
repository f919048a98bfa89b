/** Files that are being chosen and read, each with whether all of it could be taken. */
const underway = new Set<Promise<boolean>>();

/** Tells that `work` chooses or reads files for what is being filled in: what is sent meanwhile waits for it. */
export const takeFiles = <T>(work: Promise<T>, isComplete: (taken: T) => boolean): Promise<T> => {
  const taking = work.then(isComplete, () => false);
  underway.add(taking);
  void taking.then(() => underway.delete(taking));
  return work;
};

/** Whether files are being taken now. */
export const areFilesUnderway = (): boolean => underway.size > 0;

/** Waits for the files that are being taken. Says whether all of them could be. */
export const waitForFiles = async (): Promise<boolean> => {
  let isComplete = true;
  while (areFilesUnderway()) {
    const taken = await Promise.all(underway);
    isComplete &&= taken.every(Boolean);
    // Whoever took them puts them where they belong first.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
  return isComplete;
};
