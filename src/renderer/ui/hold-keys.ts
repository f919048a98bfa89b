// An editor takes the place of a value, also before its code is loaded.
const overlaySelector = '[role="dialog"], [role="menu"], [role="listbox"], dialog, aside, [data-editing]';

// An overlay that takes longer has failed to load; the page gets its keys back.
const maxWaitMs = 5000;

let isHolding = false;

let replayedEvent: KeyboardEvent | undefined;

const isTyped = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && (event.getModifierState('AltGraph') || !(event.ctrlKey || event.metaKey));

// Inserting as the user does it keeps the undo history of the field, and triggers its events.
const replay = async (events: readonly KeyboardEvent[]): Promise<void> => {
  for (const event of events) {
    replayedEvent = new KeyboardEvent('keydown', event);
    const isHandled = !document.activeElement?.dispatchEvent(replayedEvent);
    if (!isHandled && isTyped(event)) document.execCommand('insertText', false, event.key);
    if (!isHandled && event.key === 'Backspace') document.execCommand('delete');
    // The next key finds what this one has changed, such as the option that it marked.
    await new Promise((resolve) => setTimeout(resolve));
  }
};

/**
 * Call it when an overlay is asked for: the keys pressed until the overlay has the focus go to it, and not to the page,
 * where they would run shortcuts. A click ends the wait.
 */
export const holdKeys = (): void => {
  if (isHolding) return;
  isHolding = true;
  const events: KeyboardEvent[] = [];
  const origin = document.activeElement?.closest(overlaySelector) ?? null;
  const waiting = new AbortController();
  const { signal } = waiting;
  const stop = () => {
    isHolding = false;
    clearTimeout(timer);
    waiting.abort();
  };
  const timer = setTimeout(stop, maxWaitMs);
  const hold = (event: KeyboardEvent) => {
    if (event === replayedEvent) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    events.push(event);
  };
  const receive = async ({ target }: FocusEvent) => {
    const overlay = target instanceof Element ? target.closest(overlaySelector) : null;
    if (!overlay || overlay === origin) return;
    window.removeEventListener('focusin', receive);
    // New keys wait behind the held ones, so that they stay in order.
    await replay(events);
    stop();
  };
  window.addEventListener('keydown', hold, { capture: true, signal });
  window.addEventListener('pointerdown', stop, { capture: true, signal });
  window.addEventListener('focusin', receive, { signal });
};
