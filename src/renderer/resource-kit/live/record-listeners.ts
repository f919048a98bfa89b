type Listener = { resource: string; id: string; onChange: () => void };

const listeners = new Set<Listener>();

/** Calls `onChange` when someone has changed a record, after its queries were refetched. Returns a function that stops that. */
export const listenToRecord = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Null means any resource or any id. */
export const notifyRecordListeners = (resource: string | null, ids: readonly string[] | null): void => {
  for (const listener of listeners) {
    const isConcerned =
      (resource === null || listener.resource === resource) && (ids === null || ids.includes(listener.id));
    if (isConcerned) listener.onChange();
  }
};
