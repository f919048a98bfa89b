type LoadOnce<Value> = (() => Promise<Value>) & {
  /** The value that is loading or loaded; undefined if none is. */
  peek: () => Promise<Value> | undefined;
  /** Makes the next call load again. */
  forget: () => void;
};

/** Returns a function that loads at its first call, and retries at the next one if that failed. */
export const loadOnce = <Value>(load: () => Promise<Value>): LoadOnce<Value> => {
  let loading: Promise<Value> | undefined;
  const forget = () => {
    loading = undefined;
  };
  const get = () => {
    if (loading) return loading;
    const promise = load();
    loading = promise;
    promise.catch(() => {
      if (loading === promise) forget();
    });
    return promise;
  };
  return Object.assign(get, { peek: () => loading, forget });
};
