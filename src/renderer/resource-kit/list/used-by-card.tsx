import { Card, Skeleton } from '@mantine/core';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { referencesTo } from '#shared/resources/index.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { useIsFullServer } from '../server-level.ts';

const UsedByPanel = lazyComponent(
  async () => (await import('./used-by-panel.tsx')).UsedByPanel,
  <Skeleton height="6rem" />,
);

type UsedByProps = { resource: Resource; record: AnyRecord };

const useIsAvailable = (resource: Resource): boolean =>
  useIsFullServer() === true && referencesTo(resource.name).length > 0;

/** Card with the records that refer to this one, on resources that others refer to. */
export const UsedByCard = (props: UsedByProps) =>
  useIsAvailable(props.resource) && (
    <Card mt="md" component="section" aria-label="Used by">
      <UsedByPanel {...props} />
    </Card>
  );

/** The same without a card, for dialogs. */
export const UsedByList = (props: UsedByProps) =>
  useIsAvailable(props.resource) && (
    <section aria-label="Used by">
      <UsedByPanel {...props} />
    </section>
  );
