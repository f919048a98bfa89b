import { type ComponentPropsWithoutRef, type KeyboardEvent, useEffect, useRef } from 'react';

const itemSelector = 'button:enabled, a[href], input:enabled';

const getItems = (toolbar: HTMLElement): HTMLElement[] => [...toolbar.querySelectorAll<HTMLElement>(itemSelector)];

// Makes one item reachable with Tab: the given one, else the previous one, else the first.
const setTabStop = (toolbar: HTMLElement, target?: Element): void => {
  const items = getItems(toolbar);
  const tabStop =
    items.find((item) => item === target) ?? items.find((item) => item.dataset.tabStop !== undefined) ?? items[0];
  for (const item of items) {
    item.tabIndex = item === tabStop ? 0 : -1;
    item.toggleAttribute('data-tab-stop', item === tabStop);
  }
};

/** Moves the focus between the controls of a row with the arrow keys, Home and End. */
export const moveInRow = (event: KeyboardEvent<HTMLElement>): void => {
  const items = getItems(event.currentTarget);
  const index = items.indexOf(event.target as HTMLElement);
  const targets: Record<string, HTMLElement | undefined> = {
    Home: items[0],
    End: items.at(-1),
    ArrowLeft: items.at(index - 1),
    ArrowRight: items[(index + 1) % items.length],
  };
  const target = targets[event.key];
  if (index < 0 || !target) return;
  event.preventDefault();
  target.focus();
};

/** Controls with a single Tab stop: the arrow keys, Home and End move between them. */
export const Toolbar = ({
  label,
  ...props
}: { label: string } & Omit<ComponentPropsWithoutRef<'div'>, 'aria-label' | 'role'>) => {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const toolbar = root.current;
    if (!toolbar) return;
    setTabStop(toolbar);
    const observer = new MutationObserver(() => setTabStop(toolbar));
    observer.observe(toolbar, { subtree: true, childList: true, attributeFilter: ['disabled', 'href'] });
    return () => observer.disconnect();
  }, []);
  return (
    <div
      {...props}
      ref={root}
      role="toolbar"
      aria-label={label}
      onFocus={({ currentTarget, target }) => setTabStop(currentTarget, target)}
      onKeyDown={moveInRow}
    />
  );
};
