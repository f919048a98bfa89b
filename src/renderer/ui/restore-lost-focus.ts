// Former position of an element: its ancestors, nearest first, with the index in each.
type Step = { parent: WeakRef<Element>; index: number };
type FocusRecord = { element: WeakRef<HTMLElement>; steps: readonly Step[] };

const maxFocusRecords = 12;

// Toasts close by themselves or by their own button, so the focus never returns to one.
const transientSelector = '.bo-toasts';

// Grids move their focus themselves when rows scroll in and out.
const selfManagedSelector = '[role="grid"]';

// Containers in which the focus moves to the item that takes the place of a removed one.
const collections = 'tbody, ul, ol';

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]';

const canTakeFocus = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  element.matches(focusable) &&
  !element.matches(':disabled, [aria-hidden="true"] *, [inert] *') &&
  element.checkVisibility({ visibilityProperty: true });

const reachableRoot = (): ParentNode =>
  [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document;

const firstIn = (element: Element | undefined): HTMLElement | undefined =>
  element && [element, ...element.querySelectorAll(focusable)].filter(canTakeFocus)[0];

const stepsOf = (element: Element): Step[] => {
  const steps: Step[] = [];
  for (let child = element; child.parentElement; child = child.parentElement) {
    const parent = child.parentElement;
    steps.push({ parent: new WeakRef(parent), index: [...parent.children].indexOf(child) });
  }
  return steps;
};

const placeOf = ({ steps }: FocusRecord): { parent: Element; index: number } | undefined => {
  for (const { parent, index } of steps) {
    const element = parent.deref();
    if (element?.isConnected) return { parent: element, index };
  }
};

// The element, or the item that took its row's place.
const findSameOrNeighbor = (seen: FocusRecord): HTMLElement | undefined => {
  const element = seen.element.deref();
  if (element && canTakeFocus(element)) return element;
  const place = placeOf(seen);
  if (!place?.parent.matches(collections)) return undefined;
  const { children } = place.parent;
  return firstIn(children[Math.min(place.index, children.length - 1)]);
};

const findReplacement = (seen: FocusRecord): HTMLElement | undefined => {
  const place = placeOf(seen);
  return place?.parent.closest('form') ? firstIn(place.parent.children[place.index]) : undefined;
};

// The element or its replacement, else an earlier focused element, else the page's heading or the open dialog.
const nextFocus = (seen: readonly FocusRecord[]): HTMLElement | undefined => {
  const root = reachableRoot();
  const last = seen.at(-1);
  const found = [
    last && (findSameOrNeighbor(last) ?? findReplacement(last)),
    ...seen.slice(0, -1).reverse().map(findSameOrNeighbor),
  ];
  return (
    found.find((element) => element && root.contains(element)) ??
    (root instanceof Element ? firstIn(root) : [...root.querySelectorAll('h1')].find(canTakeFocus))
  );
};

// Milliseconds for other focus handling to finish, such as a closing dialog returning the focus.
const settledAfter = 30;

/**
 * Moves the focus to the nearest element when the focused one is removed or was disabled for a while.
 * Otherwise the Tab key would start over at the top of the page. Returns a function that stops it.
 */
export const restoreLostFocus = (): (() => void) => {
  let seen: readonly FocusRecord[] = [];
  let current: FocusRecord | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const recordFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    current = { element: new WeakRef(target), steps: stepsOf(target) };
    if (!target.closest(transientSelector)) seen = [...seen, current].slice(-maxFocusRecords);
  };
  const hasNoFocus = (): boolean => !document.activeElement || document.activeElement === document.body;
  const restore = (): void => {
    timer = undefined;
    const element = current?.element.deref();
    if (!current || !hasNoFocus() || placeOf(current)?.parent.closest(selfManagedSelector)) return;
    // The element takes the focus back when it is enabled again.
    if (element?.isConnected && element.matches(':disabled')) return;
    nextFocus(seen)?.focus({ preventScroll: true });
  };
  const watch = new MutationObserver((changes) => {
    if (timer !== undefined || !current || !hasNoFocus()) return;
    const element = current.element.deref();
    const isGone = !element?.isConnected;
    const isBack = changes.some(({ type, target }) => type === 'attributes' && target === element);
    if (isGone || isBack) timer = setTimeout(restore, settledAfter);
  });

  document.addEventListener('focusin', recordFocus);
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    clearTimeout(timer);
    watch.disconnect();
    document.removeEventListener('focusin', recordFocus);
  };
};
