import { useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';

const bars = new Set<HTMLElement>();

const getTop = (bar: HTMLElement): number => bar.getBoundingClientRect().top;

// Largest gap in pixels below a bar at the bottom: a toast with its margins doesn't fit into it.
const maxGap = 72;

// The highest of the bars at the bottom of the window. Below the bars of short lists, toasts have room.
const findHighest = (): HTMLElement | undefined => {
  let highest: HTMLElement | undefined;
  let edge = window.innerHeight;
  for (const bar of [...bars].sort((first, second) => getTop(second) - getTop(first))) {
    if (edge - bar.getBoundingClientRect().bottom > maxGap) break;
    highest = bar;
    edge = getTop(bar);
  }
  return highest;
};

const findToasts = () => document.querySelector<HTMLElement>('.bo-toasts[data-position="bottom-right"]');

const raiseToasts = (): void => {
  const highest = findHighest();
  for (const bar of bars) bar.toggleAttribute('data-below-toasts', bar === highest);
  const inset = highest ? Math.max(0, window.innerHeight - getTop(highest)) : 0;
  // On the root, the property would restyle the whole page.
  findToasts()?.style.setProperty('--bo-toast-inset', `${inset}px`);
};

/** Ref for a bar at the bottom of a page. The highest of these bars reserves a strip above itself for toasts. */
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
