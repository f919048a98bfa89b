import { useEffect, useLayoutEffect, useRef } from 'react';

// Former position of an element: its ancestors, nearest first, with the index in each.
type Step = { parent: WeakRef<Element>; index: number };
type FocusRecord = { element: WeakRef<HTMLElement>; steps: readonly Step[] };

const maxFocusRecords = 12;

// Toasts close by themselves or by their own button, so the focus never returns to one.
const transientSelector = '.bo-toasts';

// Grids move their focus themselves when rows scroll in and out.
const selfManagedSelector = '[role="grid"]';

// Containers in which the focus moves to the item that takes the place of a removed one.
const collectionSelector = 'tbody, ul, ol';

const focusableSelector = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]';

const canTakeFocus = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  element.matches(focusableSelector) &&
  !element.matches(':disabled, [aria-hidden="true"] *, [inert] *') &&
  element.checkVisibility({ visibilityProperty: true });

const getReachableRoot = (): ParentNode => [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document;

const findFirstFocusable = (element: Element | undefined): HTMLElement | undefined =>
  element && [element, ...element.querySelectorAll(focusableSelector)].filter(canTakeFocus)[0];

const getSteps = (element: Element): Step[] => {
  const steps: Step[] = [];
  for (let child = element; child.parentElement; child = child.parentElement) {
    const parent = child.parentElement;
    steps.push({ parent: new WeakRef(parent), index: [...parent.children].indexOf(child) });
  }
  return steps;
};

const findFormerPosition = ({ steps }: FocusRecord): { parent: Element; index: number } | undefined => {
  for (const { parent, index } of steps) {
    const element = parent.deref();
    if (element?.isConnected) return { parent: element, index };
  }
};

// The element, or the item that took its row's place.
const findSameOrNeighbor = (focusHistory: FocusRecord): HTMLElement | undefined => {
  const element = focusHistory.element.deref();
  if (element && canTakeFocus(element)) return element;
  const formerPosition = findFormerPosition(focusHistory);
  if (!formerPosition?.parent.matches(collectionSelector)) return undefined;
  const { children } = formerPosition.parent;
  return findFirstFocusable(children[Math.min(formerPosition.index, children.length - 1)]);
};

const findReplacement = (focusHistory: FocusRecord): HTMLElement | undefined => {
  const formerPosition = findFormerPosition(focusHistory);
  return formerPosition?.parent.closest('form')
    ? findFirstFocusable(formerPosition.parent.children[formerPosition.index])
    : undefined;
};

// The element or its replacement, else an earlier focused element, else the page's heading or the open dialog.
const findNextFocus = (focusHistory: readonly FocusRecord[]): HTMLElement | undefined => {
  const root = getReachableRoot();
  const last = focusHistory.at(-1);
  const candidates = [
    last && (findSameOrNeighbor(last) ?? findReplacement(last)),
    ...focusHistory.slice(0, -1).reverse().map(findSameOrNeighbor),
  ];
  return (
    candidates.find((element) => element && root.contains(element)) ??
    (root instanceof Element ? findFirstFocusable(root) : [...root.querySelectorAll('h1')].find(canTakeFocus))
  );
};

// Milliseconds for other focus handling to finish, such as a closing dialog returning the focus.
const settleDelayMs = 30;

/**
 * Moves the focus to the nearest element when the focused one is removed or was disabled for a while.
 * Otherwise the Tab key would start over at the top of the page. Returns a function that stops it.
 */
export const restoreLostFocus = (): (() => void) => {
  let focusHistory: readonly FocusRecord[] = [];
  let current: FocusRecord | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const recordFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    current = { element: new WeakRef(target), steps: getSteps(target) };
    if (!target.closest(transientSelector)) focusHistory = [...focusHistory, current].slice(-maxFocusRecords);
  };
  const hasNoFocus = (): boolean => !document.activeElement || document.activeElement === document.body;
  const restore = (): void => {
    timer = undefined;
    const element = current?.element.deref();
    if (!current || !hasNoFocus() || findFormerPosition(current)?.parent.closest(selfManagedSelector)) return;
    // The element takes the focus back when it is enabled again.
    if (element?.isConnected && element.matches(':disabled')) return;
    findNextFocus(focusHistory)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver((changes) => {
    if (timer !== undefined || !current || !hasNoFocus()) return;
    const element = current.element.deref();
    const isRemoved = !element?.isConnected;
    const isReenabled = changes.some(({ type, target }) => type === 'attributes' && target === element);
    if (isRemoved || isReenabled) timer = setTimeout(restore, settleDelayMs);
  });

  document.addEventListener('focusin', recordFocus);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', recordFocus);
  };
};

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
