// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { restoreLostFocus } from './restore-lost-focus.ts';

const page = `
  <main>
    <h1 tabindex="-1">Countries</h1>
    <button id="add">Add</button>
    <table><tbody>
      <tr id="first" tabindex="0"><td><button id="delete-first">Delete</button></td></tr>
      <tr id="second" tabindex="-1"><td><button id="delete-second">Delete</button></td></tr>
    </tbody></table>
    <form><div><button id="remove">Remove</button></div></form>
  </main>
  <div class="bo-toasts"><div id="toast"><button id="undo">Undo</button></div></div>`;

const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`There is no ${id}`);
  return element;
};

const expectFocus = (element: Element | null) => vi.waitFor(() => expect(document.activeElement).toBe(element));

let stop = () => {};

beforeEach(() => {
  // jsdom has no layout.
  Element.prototype.checkVisibility = () => true;
  document.body.innerHTML = page;
  stop = restoreLostFocus();
});
afterEach(() => stop());

describe('when the focused element is removed', () => {
  it('the focus moves to the row that follows a deleted one', async () => {
    byId('delete-first').focus();
    byId('first').remove();
    await expectFocus(byId('second'));
    byId('second').insertAdjacentHTML('beforebegin', '<tr id="zeroth" tabindex="-1"></tr>');
    byId('delete-second').focus();
    byId('second').remove();
    await expectFocus(byId('zeroth'));
  });

  it('the focus returns from a message', async () => {
    byId('second').focus();
    byId('undo').focus();
    byId('toast').remove();
    await expectFocus(byId('second'));
  });

  it('the focus stays in a field that shows something else', async () => {
    byId('remove').focus();
    byId('remove').outerHTML = '<button id="choose">Choose</button>';
    await expectFocus(byId('choose'));
  });

  it('the focus moves to the heading as a last resort', async () => {
    byId('delete-first').focus();
    document.querySelector('table')?.remove();
    await expectFocus(document.querySelector('h1'));
  });

  it('the focus stays in the open dialog', async () => {
    byId('second').focus();
    document.body.insertAdjacentHTML(
      'beforeend',
      '<section role="dialog" aria-modal="true"><button id="close">Close</button><i id="more" tabindex="0"></i></section>',
    );
    byId('more').focus();
    byId('more').remove();
    await expectFocus(byId('close'));
  });
});

it('the focus returns to a button that was disabled', async () => {
  const button = byId('add');
  button.focus();
  button.setAttribute('disabled', '');
  // Browsers blur a disabled element, but jsdom doesn't.
  button.blur();
  button.removeAttribute('disabled');
  await expectFocus(button);
});

it('the focus stays where the user moved it', async () => {
  byId('add').focus();
  byId('add').blur();
  byId('remove').focus();
  byId('first').remove();
  await expectFocus(byId('remove'));
});
