import { type FloatingPosition, Tooltip } from '@mantine/core';
import { useEffect, useId, useState } from 'react';

const openDelayMs = 400;

/** Time to move the pointer into the tooltip. */
const closeDelayMs = 100;

type Shown = { target: HTMLElement; label: string };

const findTarget = (element: unknown): Shown | null => {
  const target = element instanceof Element ? element.closest<HTMLElement>('[data-tooltip]') : null;
  return target && { target, label: target.dataset.tooltip ?? '' };
};

/** Props of an element with a tooltip. */
export const withTooltip = (label: string | undefined, position?: FloatingPosition) => ({
  'data-tooltip': label,
  'data-tooltip-position': position,
});

/** Shows the tooltip of the element under the pointer or with the keyboard's focus. Used once, beside all pages. */
export const Tooltips = () => {
  const id = useId();
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let timer: number | undefined;
    const schedule = (next: Shown | null, delay: number) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setShown(next), delay);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener(
      'pointerover',
      ({ target, pointerType }) => {
        const next = findTarget(target);
        // The pointer may rest on the tooltip itself.
        if (target instanceof Element && target.closest('[role="tooltip"]')) window.clearTimeout(timer);
        else if (pointerType !== 'touch') schedule(next, next ? openDelayMs : closeDelayMs);
      },
      { signal },
    );
    const hide = () => schedule(null, 0);
    document.documentElement.addEventListener('pointerleave', hide, { signal });
    document.addEventListener('focusout', hide, { signal });
    document.addEventListener(
      'focusin',
      ({ target }) => target instanceof Element && target.matches(':focus-visible') && schedule(findTarget(target), 0),
      { signal },
    );
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal });
    return () => {
      listeners.abort();
      window.clearTimeout(timer);
    };
  }, []);
  useEffect(() => {
    if (!shown) return;
    const { target, label } = shown;
    if (target.ariaLabel !== label) target.setAttribute('aria-describedby', id);
    const observer = new MutationObserver(() => {
      if (!target.isConnected || target.dataset.tooltip !== label)
        setShown(target.isConnected ? findTarget(target) : null);
    });
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-tooltip'] });
    return () => {
      observer.disconnect();
      target.removeAttribute('aria-describedby');
    };
  }, [shown, id]);
  return (
    shown && (
      <Tooltip
        opened
        target={shown.target}
        // Mantine generates the id of the tooltip.
        label={<span id={id}>{shown.label}</span>}
        position={shown.target.dataset.tooltipPosition as FloatingPosition | undefined}
      />
    )
  );
};
