/** Bars at the bottom of the page. */
const bars = new Set<HTMLElement>();

const raiseToasts = (): void => {
  const heights = [...bars].map((bar) => window.innerHeight - bar.getBoundingClientRect().top);
  document.documentElement.style.setProperty('--bo-toast-inset', `${Math.max(0, ...heights)}px`);
};

/** A ref for a bar at the bottom of a page: toasts stay above it and never cover its buttons. */
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
