import { MantineProvider } from '@mantine/core';
import { act, type ReactNode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { choice, type Field, money, number } from '#shared/resource-kit/fields.ts';
import { faq } from '#shared/resources/faq.ts';
import { theme } from '../../ui/theme.ts';
import { getEditing } from './inputs.tsx';
import type { FieldInputProps } from './kind.ts';

// @vitest-environment jsdom

const points = number({ label: 'Points', isInteger: true, min: 0, max: 1000 });
const price = money({ label: 'Price' });
const options = ['Workspace', 'Team Stories'].map((label) => ({ value: label, label }));
const tab = choice({ label: 'Tab', isRequired: true, options });
const branch = choice({ label: 'Branch', options });

let root: Root;
let value: unknown;
let fieldError: string | undefined;

const Held = ({ field, initial }: { field: Field; initial: unknown }) => {
  const [held, setHeld] = useState(initial);
  value = held;
  const { Input } = getEditing(field);
  const props: FieldInputProps = {
    field,
    name: 'field',
    value: held,
    form: { resource: faq, record: null, fileSource: null, isSaving: false, progress: null },
    readValue: () => undefined,
    onChange: setHeld,
    onBlur: () => undefined,
    onError: (message) => {
      fieldError = message;
    },
    onUnknownText: () => undefined,
    ref: () => undefined,
  };
  return <Input {...props} />;
};

const show = (content: ReactNode) =>
  act(async () =>
    root.render(
      <MantineProvider theme={theme} env="test">
        {content}
      </MantineProvider>,
    ),
  );

const input = (): HTMLInputElement => document.querySelector('input') ?? expect.fail('there is an input');

const type = (text: string) =>
  act(async () => {
    input().focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text);
    input().dispatchEvent(new Event('input', { bubbles: true }));
  });

const blur = () => act(async () => input().blur());

const pickOption = async (label: string) => {
  await act(async () => input().click());
  const option = [...document.querySelectorAll<HTMLElement>('[role="option"]')].find(
    (each) => each.textContent === label,
  );
  await act(async () => option?.click());
};

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
  const container = document.createElement('div');
  document.body.append(container);
  root = createRoot(container);
  fieldError = undefined;
});

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const showNumber = () => show(<Held field={points} initial={null} />);

it.each([
  ['-7', 'Points must be at least 0'],
  ['1001', 'Points must be at most 1000'],
  ['2.5', 'Points must be a whole number'],
  ['seven', 'Points must be a number, such as 12'],
])('keeps the number %s as typed and validates it on blur', async (text, message) => {
  await showNumber();
  await type(text);
  expect(input().value).toBe(text);
  expect(fieldError).toBeUndefined();
  await blur();
  expect(input().value.replace(',', '')).toBe(text);
  expect(fieldError).toBe(message);
});

it('accepts a number with thousands separators', async () => {
  await showNumber();
  await type('1,000');
  await blur();
  expect(value).toBe(1000);
  expect(fieldError).toBeUndefined();
});

it('leaves an empty number to the server', async () => {
  await showNumber();
  await type('5');
  await type('');
  await blur();
  expect(value).toBeNull();
  expect(fieldError).toBeUndefined();
});

it.each([
  ['-1', 'Price must be at least 0'],
  ['0.495', 'Price can have up to two decimal places'],
  ['1.250', 'This can mean 1250 or 1.25. Write it with two decimals.'],
  ['12¹', 'Price must be a number, such as 149.50'],
  ['12 or so', 'Price must be a number, such as 149.50'],
])('keeps the amount %s as typed and validates it on blur', async (text, message) => {
  await show(<Held field={price} initial={null} />);
  await type(text);
  await blur();
  expect(input().value).toBe(text);
  expect(fieldError).toBe(message);
});

it.each([tab, branch])('keeps the selected option of $label when it is selected again', async (field) => {
  await show(<Held field={field} initial="Workspace" />);
  await pickOption('Workspace');
  expect(value).toBe('Workspace');
  await pickOption('Team Stories');
  expect(value).toBe('Team Stories');
});

it('clears a choice with its own button', async () => {
  await show(<Held field={branch} initial="Workspace" />);
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Clear Branch"]')?.click());
  expect(value).toBeNull();
});
