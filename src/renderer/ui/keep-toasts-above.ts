import { useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';

const bars = new Set<HTMLElement>();

const getTop = (bar: HTMLElement): number => bar.getBoundingClientRect().top;

const raiseToasts = (): void => {
  const [highest, ...lowerBars] = [...bars].sort((first, second) => getTop(first) - getTop(second));
  if (!highest) return;
  for (const bar of lowerBars) bar.removeAttribute('data-below-toasts');
  highest.setAttribute('data-below-toasts', '');
  const inset = Math.max(0, window.innerHeight - getTop(highest));
  document.documentElement.style.setProperty('--bo-toast-inset', `${inset}px`);
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
    raiseToasts();
  };
};

const setStrip = (height: number): void =>
  document.documentElement.style.setProperty('--bo-toast-strip', `${height}px`);

// Total padding above and below the toasts, in pixels.
const stripPadding = 24;

/** Matches the height of the strip to the toasts in it. */
export const useToastStrip = (): void => {
  const hasToasts = useNotifications().notifications.length > 0;
  useEffect(() => {
    const container = document.querySelector('.bo-toasts[data-position="bottom-right"]');
    if (!hasToasts || !container) return;
    const observer = new ResizeObserver(() =>
      setStrip(container.getBoundingClientRect().height + stripPadding),
    );
    observer.observe(container);
    return () => {
      observer.disconnect();
      setStrip(0);
    };
  }, [hasToasts]);
};
