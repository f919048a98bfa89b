import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { FormProvider, useForm } from 'react-hook-form';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SelectOption } from '#shared/api.ts';
import type { Role } from '#shared/permissions.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { state } from '#shared/resources/geography.ts';
import { notification } from '#shared/resources/notification.ts';
import { product } from '#shared/resources/product.ts';
import { user } from '#shared/resources/user.ts';
import { declareScreens } from '../declared-screens.ts';
import { queryClient, queryKeys } from '../query-client.ts';
import { useSessionStore } from '../session-store.ts';
import { Field, ResourceFormContext } from './field.tsx';

// @vitest-environment jsdom

let root: Root;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => {};
      unobserve = () => {};
      disconnect = () => {};
    },
  );
  Element.prototype.scrollIntoView = () => {};
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  queryClient.clear();
});

type Shown = {
  resource: Resource;
  name: string;
  values?: Record<string, unknown>;
  /** Resource, filters and options of each select list. */
  options: [string, Record<string, string>, SelectOption[]][];
  role?: Role;
};

let getValues: () => Record<string, unknown>;

const Form = ({ resource, name, values = {} }: Pick<Shown, 'resource' | 'name' | 'values'>) => {
  const form = useForm({ defaultValues: values });
  getValues = form.getValues;
  return (
    <FormProvider {...form}>
      <ResourceFormContext value={{ resource, record: null, fileSource: null, isSaving: false, progress: null }}>
        <Field name={name} />
      </ResourceFormContext>
    </FormProvider>
  );
};

const typeInto = (input: HTMLInputElement, text: string) => {
  // React overrides the element's own setter, so call the prototype's.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
};

const open = ({ options, role = 'ADMIN', ...form }: Shown) => {
  for (const [target, filters, data] of options) {
    queryClient.setQueryDefaults(queryKeys.options(target, filters), { staleTime: Number.POSITIVE_INFINITY });
    queryClient.setQueryData(queryKeys.options(target, filters), data);
  }
  useSessionStore.setState({ state: 'signedIn', session: { userId: '1', role, user: null } } as never);
  const router = createMemoryRouter([{ path: '*', element: <Form {...form} /> }]);
  act(() =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  const input = document.querySelector('input') ?? expect.fail('there is an input');
  act(() => {
    input.focus();
    input.click();
  });
  return {
    listText: () => document.querySelector('[role="listbox"]')?.textContent,
    type: (text: string) => act(() => typeInto(input, text)),
    blur: () => act(() => input.blur()),
    options: () => [...document.querySelectorAll('[role="option"]')].map((option) => option.textContent),
    choose: (index: number) => act(() => document.querySelectorAll<HTMLElement>('[role="option"]')[index]?.click()),
    error: () => document.querySelector('.mantine-Select-error')?.textContent,
    inputText: () => input.value,
    chooseFirst: () => act(() => document.querySelector<HTMLElement>('[role="option"]')?.click()),
    address: () => router.state.location.pathname + router.state.location.search,
  };
};

const india = { value: 'in', label: 'India' };

it('offers to add the first option', () => {
  const form = open({
    resource: state,
    name: 'regionId',
    values: { countryId: 'in' },
    options: [
      ['country', {}, [india]],
      ['region', { countryId: 'in' }, []],
    ],
  });
  expect(form.listText()).toBe('No regions in India yetAdd a region');
  form.type('south');
  expect(form.listText()).toContain('Add “south”…');
});

it('offers to add what no option is named', () => {
  const form = open({ resource: state, name: 'countryId', options: [['country', {}, [india]]] });
  form.type('indi');
  expect(form.listText()).toBe('IndiaAdd “indi”…');
  form.type('india');
  expect(form.listText()).toBe('India');
});

it('names the parent of missing options', () => {
  const form = open({
    resource: product,
    name: 'subCategoryId',
    values: { categoryId: 'pens' },
    options: [
      ['category', {}, [{ value: 'pens', label: 'Pens' }]],
      ['subCategory', { categoryId: 'pens' }, []],
    ],
  });
  expect(form.listText()).toBe('No sub categories in Pens yetAdd a sub category');
});

it('links to a form that does not fit into a dialog', () => {
  declareScreens([{ resource: user, hasOwnForm: true, pages: [] }]);
  const form = open({ resource: notification, name: 'userId', options: [['user', {}, []]] });
  form.type('Meera');
  expect(form.listText()).toBe('No users yetAdd a user');
  form.chooseFirst();
  expect(form.address()).toBe('/UserManagerAddEdit');
});

it('offers nothing that the role may not add', () => {
  const form = open({
    resource: notification,
    name: 'userId',
    role: 'SUBADMIN',
    options: [['user', {}, []]],
  });
  expect(form.listText()).toBe('No users yet');
});

it('reports a search without matches', () => {
  const form = open({
    resource: state,
    name: 'countryId',
    role: 'USER',
    options: [['country', {}, [india]]],
  });
  form.type('nowhere');
  expect(form.listText()).toBe('No countries match');
});

describe('options with equal names', () => {
  const openUsers = (values: Record<string, unknown>, details: (string | undefined)[]) =>
    open({
      resource: notification,
      name: 'userId',
      role: 'USER',
      values,
      options: [
        [
          'user',
          {},
          details.map((detail, index) => ({ value: `u${index}`, label: 'Meera', ...(detail && { detail }) })),
        ],
      ],
    });

  it('are told apart by a second line', () => {
    const form = openUsers({}, ['one@example.com', 'two@example.com']);
    expect(form.options()).toEqual(['Meeraone@example.com', 'Meeratwo@example.com']);
    form.choose(1);
    expect(getValues()).toEqual({ userId: 'u1' });
  });

  it('are told apart by their ids on other servers', () => {
    expect(openUsers({}, [undefined, undefined]).options()).toEqual(['MeeraID u0', 'MeeraID u1']);
  });

  it('keep the chosen one when the focus leaves', () => {
    const form = openUsers({ userId: 'u1' }, ['one@example.com', 'two@example.com']);
    form.blur();
    expect(getValues()).toEqual({ userId: 'u1' });
    form.type('Meer');
    form.type('Meera');
    form.blur();
    expect(getValues()).toEqual({ userId: 'u1' });
  });

  it('aren’t chosen by their common name', () => {
    const form = openUsers({}, ['one@example.com', 'two@example.com']);
    form.type('meera');
    form.blur();
    expect(getValues().userId).toBeUndefined();
    expect(form.error()).toBe('Several options are called “Meera”. Select one from the list.');
  });
});

it('keeps the chosen one of two names that differ in case', () => {
  const form = open({
    resource: state,
    name: 'countryId',
    values: { countryId: 'upper' },
    role: 'USER',
    options: [
      [
        'country',
        {},
        [
          { value: 'lower', label: 'Caseland' },
          { value: 'upper', label: 'CASELAND' },
        ],
      ],
    ],
  });
  form.blur();
  expect(getValues()).toMatchObject({ countryId: 'upper' });
  form.type('caseland');
  form.blur();
  expect(getValues()).toMatchObject({ countryId: 'upper' });
});

it('says in words that the selected record was deleted', () => {
  const values = { countryId: '01a21beb-ad88-7046-85ef-81d5855e66ca' };
  const form = open({ resource: state, name: 'countryId', values, options: [['country', {}, [india]]] });
  expect(form.inputText()).toBe('Deleted country');
  expect(form.error()).toBe('This country was deleted. Select another.');
});
