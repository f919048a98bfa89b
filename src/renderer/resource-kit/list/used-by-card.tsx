import { Card, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { referencesTo } from '#shared/resources/index.ts';
import { useCapability } from '../capabilities.ts';

const UsedByPanel = lazy(async () => ({ default: (await import('./used-by-panel.tsx')).UsedByPanel }));

type UsedByProps = { resource: Resource; record: AnyRecord };

const useIsAvailable = (resource: Resource): boolean =>
  useCapability('usedBy') === true && referencesTo(resource.name).length > 0;

/** Card with the records that refer to this one, on resources that others refer to. */
export const UsedByCard = (props: UsedByProps) =>
  useIsAvailable(props.resource) && (
    <Card withBorder radius="lg" padding="lg" shadow="xs" mt="md" component="section" aria-label="Used by">
      <Suspense fallback={<Skeleton height="6rem" />}>
        <UsedByPanel {...props} />
      </Suspense>
    </Card>
  );

/** The same without a card, for dialogs. */
export const UsedByList = (props: UsedByProps) =>
  useIsAvailable(props.resource) && (
    <section aria-label="Used by">
      <Suspense fallback={<Skeleton height="6rem" />}>
        <UsedByPanel {...props} />
      </Suspense>
    </section>
  );
