// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import Quill from 'quill';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RichTextEditor } from './rich-text-editor.tsx';

let root: Root;
let container: HTMLElement;
let changes: string[];

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  window.matchMedia = () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList;
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  changes = [];
  container = document.createElement('div');
  document.body.append(container);
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  container.remove();
});

const show = (value: string) =>
  act(() =>
    root.render(
      <MantineProvider env="test">
        <span id="label">Answer</span>
        <RichTextEditor
          label="Answer"
          labelId="label"
          value={value}
          onChange={(html) => {
            changes.push(html);
            show(html);
          }}
        />
        <ModalsProvider />
      </MantineProvider>,
    ),
  );

const quill = (): Quill => {
  const found = Quill.find(container.querySelector('.ql-container') ?? container);
  if (!(found instanceof Quill)) return expect.fail('there is an editor');
  found.scrollSelectionIntoView = () => undefined;
  return found;
};

const press = async (label: string) => {
  const place = document.querySelector('[role="dialog"]') ?? container;
  const button = [...place.querySelectorAll('button')].find((one) => one.textContent === label);
  await act(async () => button?.click());
};

const typeInto = (field: HTMLTextAreaElement, text: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

const isHidden = () => container.querySelector('[role="toolbar"]')?.closest('[hidden]') !== null;

describe('a text that is only opened', () => {
  it.each([
    ['<div>spelled <b>otherwise</b></div>\n<p>a  b</p>'],
    ['<ol><li data-list="bullet">a</li></ol><p><img src="/uploads/a.png" /></p>'],
    ['<dl><dt>a</dt></dl>'],
  ])('is not changed: %s', (html) => {
    show(html);
    expect(changes).toEqual([]);
  });

  it('is returned unchanged after an undo', () => {
    const html = '<div>spelled <b>otherwise</b></div>';
    show(html);
    act(() => void quill().insertText(0, 'x', 'user'));
    act(() => quill().history.undo());
    expect(changes).toEqual(['<p>xspelled <strong>otherwise</strong></p>', html]);
  });
});

describe('a text that the editor can’t show', () => {
  const html = '<p>Intro</p><dl><dt>Nib</dt></dl>';

  it('is shown with its contents in place of the editor', () => {
    show(html);
    expect(container.textContent).toContain('This text contains a definition list that can’t be edited here.');
    expect(container.querySelector('dl')).not.toBeNull();
    expect(isHidden()).toBe(true);
  });

  it('is edited once its losses are confirmed', async () => {
    show(html);
    await press('Edit anyway');
    expect(document.body.textContent).toContain('Once you change the text, the editor won’t keep a definition list.');
    await press('Edit anyway');
    expect(isHidden()).toBe(false);
    expect(changes).toEqual([]);
    act(() => void quill().insertText(0, 'x', 'user'));
    expect(changes).toEqual(['<p>xIntro</p><p>Nib</p>']);
  });

  it('is edited as HTML with a note of what would be removed', async () => {
    show(html);
    await press('Edit HTML');
    const field = container.querySelector('textarea') ?? expect.fail('there is a field');
    expect(field.value).toBe(html);
    typeInto(field, `${html}<p onclick="x()">More</p><iframe src="x"></iframe>`);
    expect(container.textContent).toContain('Saving removes a script and embedded content.');
    typeInto(field, html);
    expect(changes).toEqual([`${html}<p>More</p>`, html]);
  });

  it('asks again when another such text takes its place', async () => {
    show(html);
    await press('Edit anyway');
    await press('Edit anyway');
    expect(isHidden()).toBe(false);
    show('<dl><dt>Other</dt></dl>');
    expect(isHidden()).toBe(true);
  });
});

describe('the note about content that was not pasted', () => {
  const note = 'Not pasted: embedded content';
  const paste = () => {
    show('<p>Intro</p>');
    const editor = quill();
    act(() =>
      editor.clipboard.onPaste(editor.getSelection(true), {
        html: '<p>a<iframe src="https://x.example"></iframe></p>',
      }),
    );
    return editor;
  };

  it('stays while typing continues', () => {
    const editor = paste();
    act(() => void editor.insertText(0, 'x', 'user'));
    expect(container.textContent).toContain(note);
  });

  it('disappears when the paste is undone', () => {
    const editor = paste();
    expect(container.textContent).toContain(note);
    act(() => editor.history.undo());
    expect(container.textContent).not.toContain(note);
  });

  it('disappears when it is dismissed', () => {
    paste();
    act(() => container.querySelector<HTMLElement>('[aria-label="Dismiss"]')?.click());
    expect(container.textContent).not.toContain(note);
  });
});
