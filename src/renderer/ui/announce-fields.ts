import { formatCount } from '#shared/resource-kit/labels.ts';
import { announce } from './announcements.tsx';

// Milliseconds without a change of the options or the focus.
const settleMs = 300;

const errorClass = 'mantine-InputWrapper-error';

const findLabel = (wrapper: Element): string =>
  wrapper.querySelector('.mantine-InputWrapper-label')?.firstChild?.textContent ??
  wrapper.querySelector('[aria-label]')?.getAttribute('aria-label') ??
  '';

const findList = (input: Element) => document.getElementById(input.getAttribute('aria-controls') ?? '');

const describeOptions = (list: Element): string => {
  const { length } = list.querySelectorAll('[role="option"]');
  if (length === 0) return list.textContent;
  const titles = [...list.querySelectorAll('[role="group"] > :not([role="option"])')].map((title) => title.textContent);
  return [...titles, formatCount(length, 'option')].join(', ');
};

/**
 * Tells screen readers what only appears on the screen: errors at inputs that don't have the focus or are being typed
 * into, how many options match a text, and which one Enter takes, which Mantine only marks with an attribute. Returns a
 * function that stops it.
 */
export const announceFields = (): (() => void) => {
  const errors = new Set<Element>();
  let focusedAt = 0;
  let erroredAt = 0;
  let typedInto: Element | null = null;
  let errorTimer: ReturnType<typeof setTimeout> | undefined;
  let optionsTimer: ReturnType<typeof setTimeout> | undefined;

  const announceErrors = () => {
    // The focus has moved to a wrong input, whose error is read with it.
    const isRead = focusedAt >= erroredAt && document.activeElement?.matches('[aria-invalid="true"]');
    for (const error of errors) {
      const wrapper = error.closest('.mantine-InputWrapper-root');
      if (wrapper && !isRead) announce(`${findLabel(wrapper)}: ${error.textContent}`);
    }
    errors.clear();
  };
  const collectError = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement;
    const found = element?.closest(`.${errorClass}`) ?? element?.querySelector(`.${errorClass}`);
    if (!found) return;
    if (errors.size === 0) erroredAt = performance.now();
    errors.add(found);
    clearTimeout(errorTimer);
    errorTimer = setTimeout(announceErrors, settleMs);
  };
  const announceOptions = () => {
    const list = typedInto && typedInto === document.activeElement && findList(typedInto);
    if (list) announce(describeOptions(list));
  };
  const waitForOptions = () => {
    clearTimeout(optionsTimer);
    if (typedInto) optionsTimer = setTimeout(announceOptions, settleMs);
  };
  const markActiveOption = () => {
    const input = document.activeElement;
    if (!input?.matches('[aria-haspopup="listbox"]')) return;
    const id = findList(input)?.querySelector('[data-combobox-selected]')?.id;
    if (id) input.setAttribute('aria-activedescendant', id);
    else input.removeAttribute('aria-activedescendant');
  };

  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'childList') for (const node of addedNodes) collectError(node);
      if (type === 'characterData') collectError(target);
      if (type === 'attributes') markActiveOption();
      if (type === 'childList' && typedInto && target instanceof Element && target.closest('[role="listbox"]'))
        waitForOptions();
    }
  });
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener(
    'focusin',
    () => {
      focusedAt = performance.now();
      typedInto = null;
    },
    { signal },
  );
  document.addEventListener(
    'input',
    ({ target }) => {
      typedInto = target instanceof Element && target.matches('[aria-haspopup="listbox"]') ? target : null;
      waitForOptions();
    },
    { signal },
  );
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['data-combobox-selected', 'aria-controls'],
  });
  return () => {
    observer.disconnect();
    listening.abort();
    clearTimeout(errorTimer);
    clearTimeout(optionsTimer);
  };
};
