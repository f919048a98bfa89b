import { useEffect, useLayoutEffect, useRef } from 'react';

/** Gives the focus back to the control that lost it when its form was disabled. */
export const useKeepFocus = (isDisabled: boolean): void => {
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isDisabled) focused.current = document.activeElement;
  }, [isDisabled]);
  useEffect(() => {
    const { current } = focused;
    if (!isDisabled && document.activeElement === document.body && current instanceof HTMLElement) current.focus();
  }, [isDisabled]);
};
