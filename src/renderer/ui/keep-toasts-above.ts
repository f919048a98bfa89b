import { useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';

const bars = new Set<HTMLElement>();

/** There, the bars of pages scroll along, and the whole page ends above a toast. */
const isLowWindow = (): boolean => window.matchMedia('(max-height: 30em)').matches;

// The newest bar is in front, such as that of a drawer.
const findBar = (): HTMLElement | undefined => [...bars].findLast((bar) => !(isLowWindow() && bar.closest('main')));

const findToasts = () => document.querySelector<HTMLElement>('.bo-toasts[data-position="bottom-right"]');

const raiseToasts = (): void => {
  const front = findBar();
  for (const bar of bars) bar.toggleAttribute('data-below-toasts', bar === front);
  const inset = front ? Math.max(0, window.innerHeight - front.getBoundingClientRect().top) : 0;
  // On the root, the property would restyle the whole page.
  findToasts()?.style.setProperty('--bo-toast-inset', `${inset}px`);
};

/** Ref for a bar at the bottom of a page. The bar in front reserves a strip above itself for toasts. */
export const keepToastsAbove = (bar: HTMLElement | null): (() => void) | undefined => {
  if (!bar) return;
  bars.add(bar);
  const observer = new ResizeObserver(raiseToasts);
  observer.observe(bar);
  observer.observe(document.body);
  return () => {
    observer.disconnect();
    bars.delete(bar);
    // Measuring during a commit would lay out the page twice.
    window.setTimeout(raiseToasts);
  };
};

const setStrip = (height: number): void =>
  document.documentElement.style.setProperty('--bo-toast-strip', `${height}px`);

/** Matches the height of the strip to the toasts in it. */
export const useToastStrip = (): void => {
  const hasToasts = useNotifications().notifications.length > 0;
  useEffect(() => {
    const container = hasToasts && findToasts();
    if (!container) return;
    const sizes = new ResizeObserver(([entry]) => {
      setStrip(entry?.target.getBoundingClientRect().height ?? 0);
      // The strip moves the bar of a short page down.
      raiseToasts();
    });
    raiseToasts();
    sizes.observe(container);
    return () => {
      sizes.disconnect();
      setStrip(0);
    };
  }, [hasToasts]);
};
