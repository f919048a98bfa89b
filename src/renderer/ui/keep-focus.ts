/** Where an element stands: its ancestors from the nearest on, and at which place of each it was. */
type Step = { parent: WeakRef<Element>; index: number };
type Seen = { element: WeakRef<HTMLElement>; steps: readonly Step[] };

const seenAtMost = 12;

/** What closes by itself or by its own button keeps nobody. */
const passing = '.bo-toasts';

/** Moves its focus itself, as its rows come and go while it scrolls. */
const selfKeeping = '[role="grid"]';

/** In these another one stands where one was, and is what people go on with. */
const collections = 'tbody, ul, ol';

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]';

const canTakeFocus = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  element.matches(focusable) &&
  !element.matches(':disabled, [aria-hidden="true"] *, [inert] *') &&
  element.checkVisibility({ visibilityProperty: true });

/** What an open dialog leaves reachable. */
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

/** The nearest ancestor that is still there, and the place in it where the element was. */
const placeOf = ({ steps }: Seen): { parent: Element; index: number } | undefined => {
  for (const { parent, index } of steps) {
    const element = parent.deref();
    if (element?.isConnected) return { parent: element, index };
  }
};

/** The element, or what is now in its row's place. */
const again = (seen: Seen): HTMLElement | undefined => {
  const element = seen.element.deref();
  if (element && canTakeFocus(element)) return element;
  const place = placeOf(seen);
  if (!place?.parent.matches(collections)) return undefined;
  const { children } = place.parent;
  return firstIn(children[Math.min(place.index, children.length - 1)]);
};

/** What a field shows in place of the control that it had. */
const inPlace = (seen: Seen): HTMLElement | undefined => {
  const place = placeOf(seen);
  return place?.parent.closest('form') ? firstIn(place.parent.children[place.index]) : undefined;
};

/** Where to go on: at the element or in its place, else where the focus was before, else at the page's heading or the dialog. */
const nextFocus = (seen: readonly Seen[]): HTMLElement | undefined => {
  const root = reachableRoot();
  const last = seen.at(-1);
  const found = [last && (again(last) ?? inPlace(last)), ...seen.slice(0, -1).reverse().map(again)];
  return (
    found.find((element) => element && root.contains(element)) ??
    (root instanceof Element ? firstIn(root) : [...root.querySelectorAll('h1')].find(canTakeFocus))
  );
};

/** Whatever else gives the focus away, as a closed dialog does to what opened it, has done so by then. */
const settledAfter = 30;

/**
 * Gives the focus to what is nearest when what has it goes away: a row that is deleted, a button that was disabled
 * for a while, a message that closes. Without it the keyboard would begin anew at the top of the page. Gives the way
 * to stop.
 */
export const keepFocus = (): (() => void) => {
  let seen: readonly Seen[] = [];
  let current: Seen | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const note = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    current = { element: new WeakRef(target), steps: stepsOf(target) };
    if (!target.closest(passing)) seen = [...seen, current].slice(-seenAtMost);
  };
  const isNowhere = (): boolean => !document.activeElement || document.activeElement === document.body;
  const restore = (): void => {
    timer = undefined;
    const element = current?.element.deref();
    if (!current || !isNowhere() || placeOf(current)?.parent.closest(selfKeeping)) return;
    // It is enabled again after a while, and takes the focus then.
    if (element?.isConnected && element.matches(':disabled')) return;
    nextFocus(seen)?.focus({ preventScroll: true });
  };
  const watch = new MutationObserver((changes) => {
    if (timer !== undefined || !current || !isNowhere()) return;
    const element = current.element.deref();
    const isGone = !element?.isConnected;
    const isBack = changes.some(({ type, target }) => type === 'attributes' && target === element);
    if (isGone || isBack) timer = setTimeout(restore, settledAfter);
  });

  document.addEventListener('focusin', note);
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    clearTimeout(timer);
    watch.disconnect();
    document.removeEventListener('focusin', note);
  };
};
