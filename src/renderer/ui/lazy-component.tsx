import { type ComponentType, lazy, type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import { holdKeys } from './hold-keys.ts';

/** A component whose code is loaded when it first shows. React's `lazy` alone would never repeat a failed load. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): ComponentType<Props> => {
  const create = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        latest = create();
        throw error;
      }
    });
  let latest = create();
  return (props) => {
    // The failed one shows its error; the next one that is mounted tries again.
    const [Loaded] = useState(() => latest);
    return (
      <Suspense fallback={fallback}>
        <Loaded {...props} />
      </Suspense>
    );
  };
};

const HoldKeys = () => {
  useLayoutEffect(holdKeys, []);
  return null;
};

/** A dialog or drawer whose code is loaded when it first shows, and which gets the keys pressed meanwhile. */
export const lazyOverlay = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyComponent(load, <HoldKeys />);
