import { useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';

/** Bars at the bottom of the page. */
const bars = new Set<HTMLElement>();

const topOf = (bar: HTMLElement): number => bar.getBoundingClientRect().top;

const raiseToasts = (): void => {
  const [highest, ...others] = [...bars].sort((one, other) => topOf(one) - topOf(other));
  if (!highest) return;
  for (const bar of others) bar.removeAttribute('data-below-toasts');
  highest.setAttribute('data-below-toasts', '');
  const inset = Math.max(0, window.innerHeight - topOf(highest));
  document.documentElement.style.setProperty('--bo-toast-inset', `${inset}px`);
};

/** A ref for a bar at the bottom of a page: the highest of them leaves the toasts a free strip above itself. */
export const keepToastsAbove = (bar: HTMLElement | null): (() => void) | undefined => {
  if (!bar) return;
  bars.add(bar);
  const observer = new ResizeObserver(raiseToasts);
  observer.observe(bar);
  observer.observe(document.body);
  return () => {
    observer.disconnect();
    bars.delete(bar);
    raiseToasts();
  };
};

/** Keeps the strip as high as the toasts in it. */
export const useToastStrip = (): void => {
  const hasToasts = useNotifications().notifications.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the toasts' box is there from the first toast on.
  useEffect(() => {
    const box = document.querySelector('.bo-toasts[data-position="bottom-right"]');
    if (!box) return;
    const observer = new ResizeObserver(() => {
      const { height } = box.getBoundingClientRect();
      document.documentElement.style.setProperty('--bo-toast-strip', height > 0 ? `${height + 24}px` : '0px');
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [hasToasts]);
};
