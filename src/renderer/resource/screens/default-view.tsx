import type { ComponentType } from 'react';
import type { Resource } from '#shared/resource/define-resource.ts';
import { StatusToggle, Value, ValueGrid, ViewPage } from '../view-page.tsx';
import type { Layout, ViewedValue } from './layout.ts';

const LayoutValue = ({ value }: { value: ViewedValue }) => {
  const { isSwitch, ...props } = typeof value === 'string' ? { name: value } : value;
  return isSwitch ? <StatusToggle /> : <Value {...props} />;
};

const getName = (value: ViewedValue): string => (typeof value === 'string' ? value : value.name);

const toValue = (value: ViewedValue) => <LayoutValue key={getName(value)} value={value} />;

export const defaultView = <R extends Resource>(
  resource: R,
  { values = Object.keys(resource.fields) }: Layout<R>,
): ComponentType => {
  const rows: readonly (ViewedValue | readonly ViewedValue[])[] = values;
  return () => (
    <ViewPage resource={resource}>
      {rows.map((row) =>
        typeof row === 'string' || 'name' in row ? (
          toValue(row)
        ) : (
          <ValueGrid key={row.map(getName).join()}>{row.map(toValue)}</ValueGrid>
        ),
      )}
    </ViewPage>
  );
};
