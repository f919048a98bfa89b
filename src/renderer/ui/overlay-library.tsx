import { type FloatingPosition, Tooltip } from '@mantine/core';
import { type Ref, type RefObject, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';

export { Drawer, Menu, Popover } from '@mantine/core';
export { ModalsProvider, modals } from '@mantine/modals';
export { Notifications } from '@mantine/notifications';

export type TooltipProps = {
  label: string;
  position?: FloatingPosition;
  target: RefObject<HTMLElement | null>;
};

const openDelayMs = 400;

/** Time to move the pointer into the tooltip. */
const closeDelayMs = 100;

const Reference = ({
  ref,
  target,
  'aria-describedby': describedBy,
}: {
  ref?: Ref<HTMLElement>;
  target: RefObject<HTMLElement | null>;
  'aria-describedby'?: string;
}) => {
  useImperativeHandle(ref, () => target.current ?? document.body, [target]);
  useEffect(() => {
    const element = target.current;
    if (!element || describedBy === undefined) return;
    element.setAttribute('aria-describedby', describedBy);
    return () => element.removeAttribute('aria-describedby');
  }, [target, describedBy]);
  return null;
};

/** Opens while the pointer rests on the target or the tooltip, and while the target has the keyboard's focus. */
export const TooltipPopup = ({ label, position = 'top', target }: TooltipProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<number>(undefined);
  const schedule = useCallback((isNext: boolean, delay: number) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setIsOpen(isNext), delay);
  }, []);
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    const onFocus = () => element.matches(':focus-visible') && schedule(true, 0);
    const onEnter = () => schedule(true, openDelayMs);
    element.addEventListener('pointerenter', ({ pointerType }: PointerEvent) => pointerType !== 'touch' && onEnter(), {
      signal,
    });
    element.addEventListener('pointerleave', () => schedule(false, closeDelayMs), { signal });
    element.addEventListener('focus', onFocus, { signal });
    element.addEventListener('blur', () => schedule(false, 0), { signal });
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Escape') schedule(false, 0);
      },
      { signal },
    );
    // The pointer or the focus has reached the target before.
    if (element.matches(':hover')) onEnter();
    onFocus();
    return () => {
      listeners.abort();
      window.clearTimeout(timer.current);
    };
  }, [target, schedule]);
  return (
    <Tooltip
      label={label}
      position={position}
      opened={isOpen}
      onPointerEnter={() => schedule(true, 0)}
      onPointerLeave={() => schedule(false, closeDelayMs)}
    >
      <Reference target={target} />
    </Tooltip>
  );
};
