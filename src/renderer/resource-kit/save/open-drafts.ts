type Store = () => Promise<void>;

const openForms = new Set<Store>();

export const onStoreDrafts = (store: Store): (() => void) => {
  openForms.add(store);
  return () => void openForms.delete(store);
};

/** Stores the unsaved values of all open forms; resolves even if one of them can't be stored. */
export const storeOpenDrafts = async (): Promise<void> => {
  await Promise.allSettled([...openForms].map((store) => store()));
};
