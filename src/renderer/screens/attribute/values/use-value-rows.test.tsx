// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { updateRow, useValueRows, type ValueRows } from './value-rows.ts';

let values: ValueRows;

const Values = () => {
  values = useValueRows();
  return null;
};

const Form = () => (
  <FormProvider
    {...useForm({
      defaultValues: {
        attributeValueArr: [
          { key: 'a', name: 'Red' },
          { key: 'b', name: 'Blue' },
        ],
      },
    })}
  >
    <Values />
  </FormProvider>
);

it('keeps the edit of another row while an image is read', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Form />));
  const { change: changeAfterReading } = values;
  await act(async () => values.change((rows) => updateRow(rows, 'b', { name: 'Navy' })));
  await act(async () => changeAfterReading((rows) => updateRow(rows, 'a', { image: 'red.png' })));
  expect(values.rows).toMatchObject([
    { name: 'Red', image: 'red.png' },
    { name: 'Navy', image: null },
  ]);
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});
