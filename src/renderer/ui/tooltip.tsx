import type { FloatingPosition } from '@mantine/core';
import { type ComponentType, type ReactNode, type RefObject, useRef, useState } from 'react';
import type { TooltipProps } from './tooltip-popup.tsx';

export const loadTooltip = async (): Promise<ComponentType<TooltipProps>> =>
  (await import('./tooltip-popup.tsx')).TooltipPopup;

/** Tooltip of an element, rendered when the pointer or the focus first reaches the element. */
export const useTooltip = <Target extends HTMLElement>(
  label: string,
  {
    position,
    isDisabled = false,
    ref,
  }: { position?: FloatingPosition; isDisabled?: boolean; ref?: RefObject<Target | null> | undefined } = {},
): {
  targetProps: { ref: RefObject<Target | null>; onPointerEnter: () => void; onFocusCapture: () => void };
  tooltip: ReactNode;
} => {
  const ownRef = useRef<Target>(null);
  const target = ref ?? ownRef;
  const [Popup, setPopup] = useState<ComponentType<TooltipProps>>();
  const load = () => {
    // Without a tooltip, the name of the element must do.
    if (!Popup && !isDisabled)
      loadTooltip().then(
        (loaded) => setPopup(() => loaded),
        () => undefined,
      );
  };
  return {
    targetProps: { ref: target, onPointerEnter: load, onFocusCapture: load },
    tooltip: Popup && !isDisabled && <Popup label={label} position={position} target={target} />,
  };
};
