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

const expectFocus = (element: Element | null) =>
  vi.waitFor(() => expect(document.activeElement).toBe(element));

let stop = () => {};

beforeEach(() => {
  // jsdom has no layout.
  Element.prototype.checkVisibility = () => true;
  document.body.innerHTML = page;
  stop = restoreLostFocus();
});
afterEach(() => stop());

describe('what has the focus goes away', () => {
  it('goes on with the row that comes in the place of a deleted one, or before it', async () => {
    byId('delete-first').focus();
    byId('first').remove();
    await expectFocus(byId('second'));
    byId('second').insertAdjacentHTML('beforebegin', '<tr id="zeroth" tabindex="-1"></tr>');
    byId('delete-second').focus();
    byId('second').remove();
    await expectFocus(byId('zeroth'));
  });

  it('goes to where the focus was before a message', async () => {
    byId('second').focus();
    byId('undo').focus();
    byId('toast').remove();
    await expectFocus(byId('second'));
  });

  it('goes on in a field with what it shows instead', async () => {
    byId('remove').focus();
    byId('remove').outerHTML = '<button id="choose">Choose</button>';
    await expectFocus(byId('choose'));
  });

  it('goes to the heading where nothing is left', async () => {
    byId('delete-first').focus();
    document.querySelector('table')?.remove();
    await expectFocus(document.querySelector('h1'));
  });

  it('stays in the dialog that is open', async () => {
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

it('comes back to a button that was disabled for a while', async () => {
  const button = byId('add');
  button.focus();
  button.setAttribute('disabled', '');
  // Browsers blur a disabled element, but jsdom doesn't.
  button.blur();
  button.removeAttribute('disabled');
  await expectFocus(button);
});

it('leaves alone who went away from it on purpose', async () => {
  byId('add').focus();
  byId('add').blur();
  byId('remove').focus();
  byId('first').remove();
  await expectFocus(byId('remove'));
});
