type Lease = { pending: number; isNew: boolean; isCommitted: boolean };

/** Counts the saves that use each file. The last one to finish deletes a new file that none of them committed. */
export const createFileLeases = ({ remove }: { remove: (filename: string) => void }) => {
  const leases = new Map<string, Lease>();
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
    release: ({ filename, isCommitted }: { filename: string; isCommitted: boolean }): void => {
      const lease = leases.get(filename);
      if (!lease) return;
      lease.pending -= 1;
      lease.isCommitted ||= isCommitted;
      if (lease.pending > 0) return;
      leases.delete(filename);
      if (lease.isNew && !lease.isCommitted) remove(filename);
    },
    has: (filename: string): boolean => leases.has(filename),
  };
};

export type FileLeases = ReturnType<typeof createFileLeases>;
