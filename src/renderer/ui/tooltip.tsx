import type { FloatingPosition } from '@mantine/core';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { loadOverlays, useOverlayLibrary } from './overlays.tsx';

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
  const [isNeeded, setIsNeeded] = useState(false);
  const library = useOverlayLibrary();
  const prepare = () => {
    if (isNeeded || isDisabled) return;
    setIsNeeded(true);
    // Without a tooltip, the name of the element must do.
    loadOverlays().catch(() => undefined);
  };
  return {
    targetProps: { ref: target, onPointerEnter: prepare, onFocusCapture: prepare },
    tooltip: library && isNeeded && !isDisabled && (
      <library.TooltipPopup label={label} position={position} target={target} />
    ),
  };
};
