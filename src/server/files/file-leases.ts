type Hold = { pending: number; isNew: boolean; isCommitted: boolean };

/** Counts the saves that use each file. The last one to finish deletes a new file that none of them committed. */
export const createFileLeases = ({ remove }: { remove: (filename: string) => void }) => {
  const holds = new Map<string, Hold>();
  return {
    take: (filename: string): void => {
      const hold = holds.get(filename) ?? { pending: 0, isNew: false, isCommitted: false };
      hold.pending += 1;
      holds.set(filename, hold);
    },
    /** Marks a file as created by one of the current saves. */
    markNew: (filename: string): void => {
      const hold = holds.get(filename);
      if (hold) hold.isNew = true;
    },
    letGo: ({ filename, isCommitted }: { filename: string; isCommitted: boolean }): void => {
      const hold = holds.get(filename);
      if (!hold) return;
      hold.pending -= 1;
      hold.isCommitted ||= isCommitted;
      if (hold.pending > 0) return;
      holds.delete(filename);
      if (hold.isNew && !hold.isCommitted) remove(filename);
    },
    has: (filename: string): boolean => holds.has(filename),
  };
};

export type FileLeases = ReturnType<typeof createFileLeases>;
