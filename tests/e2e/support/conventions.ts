import type { Page } from '@playwright/test';

export const isInOrderOf = (names: readonly string[], all: readonly string[]): boolean => {
  const places = names.filter((name) => all.includes(name)).map((name) => all.indexOf(name));
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
};

/** The icons of the buttons that show one of these icons only, with the first word of their names. */
export const readIconButtons = (page: Page): Promise<[string, string][]> =>
  page.locator('main :is(a, button)').evaluateAll((all) =>
    all.flatMap((element): [string, string][] => {
      const icon = element
        .querySelector('svg')
        ?.classList.value.match(/tabler-icon-(pencil|trash|eye|history|dots)\b/)?.[1];
      const name = element.getAttribute('aria-label');
      return icon && name && element.textContent === '' ? [[icon, name.split(' ')[0] ?? '']] : [];
    }),
  );

/** Controls that look the same with the focus as without it; the last key must have been Tab. */
export const findUnmarkedFocus = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const readStyle = (element: Element, part?: string) => {
      const { outline, boxShadow, borderTopColor, backgroundColor } = getComputedStyle(element, part);
      return [outline, boxShadow, borderTopColor, backgroundColor].join();
    };
    const read = (control: Element) =>
      [
        control,
        control.firstElementChild,
        control.parentElement,
        control.parentElement?.parentElement,
        control.closest('[class*="frame"]'),
      ]
        .flatMap((element) => (element ? [readStyle(element), readStyle(element, '::after')] : []))
        .join();
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button:enabled, input:enabled, textarea, select, [tabindex="0"], [contenteditable="true"]',
      ),
    ].filter(
      (control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('[aria-hidden="true"]'),
    );
    return controls.flatMap((control) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      const before = read(control);
      control.focus();
      return document.activeElement === control && read(control) === before ? [control.outerHTML.slice(0, 160)] : [];
    });
  });

/** Changes each field of a page as a user would, and returns those that moved the focus or opened something. */
export const findContextChanges = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const context = () =>
      [location.pathname, document.querySelectorAll('dialog[open], [aria-modal="true"]').length].join();
    const write = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string) => {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
    };
    const change = (field: Element): void => {
      if (field instanceof HTMLSelectElement) write(field, [...field.options].at(-1)?.value ?? '');
      else if (field instanceof HTMLTextAreaElement) write(field, `${field.value}x`);
      else if (field instanceof HTMLInputElement && /checkbox|radio/.test(field.type)) field.click();
      else if (field instanceof HTMLInputElement) write(field, `${field.value}1`);
    };
    const changed: string[] = [];
    const fields = document.querySelectorAll<HTMLElement>(
      'main :is(input:enabled:not([type="file"], [type="color"], [type="search"], [readonly]), textarea:enabled, select:enabled)',
    );
    for (const field of fields) {
      // The switches of a list save, which the tests of lists cover.
      if (!field.isConnected || !field.checkVisibility() || field.closest('td')) continue;
      field.focus();
      const before = context();
      change(field);
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const isLost = field.isConnected && document.activeElement !== field;
      if (context() !== before || isLost) changed.push(field.outerHTML.slice(0, 160));
    }
    return changed;
  });

/** Labels of fields that are empty, general, or repeated in their section. */
export const findPoorLabels = (page: Page): Promise<string[]> =>
  page.getByRole('main').evaluate((main) => {
    const fields = [...main.querySelectorAll<HTMLInputElement>(':is(input:not([type="file"]), textarea, select)')];
    const places = new Set<string>();
    return fields.flatMap((field) => {
      const byId = (field.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent);
      const label = field.ariaLabel ?? (byId.join(' ').trim() || field.labels?.[0]?.textContent || '');
      const group = field.closest('fieldset, [role="group"], section, tr, [role="row"], li');
      const place = `${group?.getAttribute('aria-label')} ${[...main.querySelectorAll('*')].indexOf(group ?? main)}: ${label}`;
      const isPoor =
        /^(field|input|label|text|value|untitled)?\W*$/i.test(label) || (places.has(place) && field.type !== 'radio');
      places.add(place);
      return isPoor && field.checkVisibility() ? [`“${label}” ${field.outerHTML.slice(0, 160)}`] : [];
    });
  });
