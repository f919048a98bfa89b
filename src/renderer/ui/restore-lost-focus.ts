/** Former position of an element: its ancestors, nearest first, with the index in each. */
type FocusRecord = { element: HTMLElement; steps: readonly { parent: Element; index: number }[] };

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

const findFirstFocusable = (element: Element | undefined): HTMLElement | undefined =>
  element && [element, ...element.querySelectorAll(focusableSelector)].filter(canTakeFocus)[0];

const recordPosition = (element: HTMLElement): FocusRecord => {
  const steps: FocusRecord['steps'][number][] = [];
  for (let child: Element = element; child.parentElement; child = child.parentElement) {
    steps.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  }
  return { element, steps };
};

const findFormerPosition = ({ steps }: FocusRecord) => steps.find(({ parent }) => parent.isConnected);

/** The element, the item that took the place of its row, or what replaced it in a form. */
const findSameOrReplacement = (record: FocusRecord): HTMLElement | undefined => {
  if (canTakeFocus(record.element)) return record.element;
  const { parent, index = 0 } = findFormerPosition(record) ?? {};
  if (parent?.matches(collectionSelector)) {
    return findFirstFocusable(parent.children[Math.min(index, parent.children.length - 1)]);
  }
  return parent?.closest('form') ? findFirstFocusable(parent.children[index]) : undefined;
};

// The element or its replacement, else an earlier focused element, else the page's heading or the open dialog.
const findNextFocus = (records: readonly FocusRecord[]): HTMLElement | undefined => {
  const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
  const isReachable = (element: HTMLElement | undefined) => element && (dialog ?? document).contains(element);
  return (
    records.toReversed().map(findSameOrReplacement).find(isReachable) ??
    (dialog ? findFirstFocusable(dialog) : [...document.querySelectorAll('h1')].find(canTakeFocus))
  );
};

// Milliseconds for other focus handling to finish, such as a closing dialog returning the focus.
const settleDelayMs = 30;

/**
 * Moves the focus to the nearest element when the focused one is removed or was disabled for a while.
 * Otherwise the Tab key would start over at the top of the page. Returns a function that stops it.
 */
export const restoreLostFocus = (): (() => void) => {
  let records: readonly FocusRecord[] = [];
  let current: FocusRecord | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const recordFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    current = recordPosition(target);
    if (!target.closest(transientSelector)) records = [...records, current].slice(-maxFocusRecords);
  };
  const hasNoFocus = (): boolean => !document.activeElement || document.activeElement === document.body;
  const restore = (): void => {
    timer = undefined;
    if (!current || !hasNoFocus() || findFormerPosition(current)?.parent.closest(selfManagedSelector)) return;
    // The element takes the focus back when it is enabled again.
    if (current.element.isConnected && !canTakeFocus(current.element)) return;
    findNextFocus(records)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver((changes) => {
    if (timer !== undefined || !current || !hasNoFocus()) return;
    const { element } = current;
    // An element is disabled by itself or by the fields of its form.
    const isReenabled = changes.some(({ type, target }) => type === 'attributes' && target.contains(element));
    if (!element.isConnected || isReenabled) timer = setTimeout(restore, settleDelayMs);
  });

  document.addEventListener('focusin', recordFocus);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'contenteditable'] });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', recordFocus);
  };
};
