import type { ComponentType } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { StatusToggle, Value, ValueGrid, ViewPage } from '../view-page.tsx';
import type { Layout, ViewedValue } from './layout.ts';

const toProps = (value: ViewedValue) => (typeof value === 'string' ? { name: value } : value);

const toValue = (value: ViewedValue) => {
  const { isSwitch, ...props } = toProps(value);
  return isSwitch ? <StatusToggle key={props.name} /> : <Value key={props.name} {...props} />;
};

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
          <ValueGrid key={row.map((value) => toProps(value).name).join()}>{row.map(toValue)}</ValueGrid>
        ),
      )}
    </ViewPage>
  );
};
