type Lease = { pending: number; isNew: boolean; isCommitted: boolean };

/** Counts the saves of this server that use each file. */
export const createFileLeases = () => {
  const leases = new Map<string, Lease>();
  /** Returns whether the file is new and none of its saves committed it. */
  const releaseOne = (filename: string, isCommitted: boolean): boolean => {
    const lease = leases.get(filename);
    if (!lease) return false;
    lease.pending -= 1;
    lease.isCommitted ||= isCommitted;
    if (lease.pending > 0) return false;
    leases.delete(filename);
    return lease.isNew && !lease.isCommitted;
  };
  return {
    acquire: (filename: string): void => {
      const lease = leases.get(filename) ?? { pending: 0, isNew: false, isCommitted: false };
      lease.pending += 1;
      leases.set(filename, lease);
    },
    /** Marks a file as created by one of the current saves. */
    markNew: (filename: string): void => {
      const lease = leases.get(filename);
      if (lease) lease.isNew = true;
    },
    /** Returns the new files that only failed saves have used. */
    release: (filenames: Iterable<string>, { isCommitted }: { isCommitted: boolean }): string[] =>
      Array.from(filenames).filter((filename) => releaseOne(filename, isCommitted)),
    has: (filename: string): boolean => leases.has(filename),
  };
};

export type FileLeases = ReturnType<typeof createFileLeases>;
