import { Button, Group, List, Skeleton, Text } from '@mantine/core';
import { IconBook2, IconWand } from '@tabler/icons-react';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { MadeFromProducts, StoredDesign } from '#shared/catalogue-design.ts';
import { formatCountInSentence } from '#shared/resource-kit/labels.ts';
import { fillPath, screenPaths } from '#shared/resource-kit/paths.ts';
import { catalogue } from '#shared/resources/catalogue.ts';
import { extraRoutes, pageTitles } from '#shared/routes.ts';
import { request } from '../../resource-kit/client.ts';
import formClasses from '../../resource-kit/form/form-page.module.css';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { formatLocalDay } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { describePages } from './describe-pages.ts';
import classes from './make-catalogue.module.css';
import { makeCatalogues } from './make-catalogues.ts';
import { storedDesignQuery } from './use-design.ts';

const ChangedPages = ({ stored, isFailed }: { stored: StoredDesign | null | undefined; isFailed: boolean }) => {
  if (isFailed) return <Text c="dimmed">Its pages can’t be compared: its products or its dealer no longer exist</Text>;
  if (!stored) return <Skeleton height="1rem" width="12rem" />;
  const { changedPages } = stored;
  if (changedPages.length === 0) return <Text c="dimmed">Up to date</Text>;
  return (
    <List size="sm" listStyleType="none">
      {describePages(changedPages).map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  );
};

/** The catalogues that were made from products, with the pages that would be different now, and makes these again. */
export const CatalogueChangesPage = () => {
  const client = useQueryClient();
  const made = useQuery({
    queryKey: ['catalogueDesigns'],
    queryFn: async ({ signal }) =>
      (await request<{ data: MadeFromProducts[] }>('GET', '/catalogue/designs', { signal })).data,
    staleTime: 0,
  });
  const catalogues = made.data ?? [];
  const designs = useQueries({ queries: catalogues.map(({ _id }) => storedDesignQuery(_id)) });
  const [isMaking, track] = useBusy();
  const changed = catalogues.filter((_, index) => (designs[index]?.data?.changedPages.length ?? 0) > 0);
  const isLoading = designs.some(({ isPending, isError }) => isPending && !isError);
  const make = async () => {
    await makeCatalogues('make-many', { ids: changed.map(({ _id }) => _id) });
    await client.invalidateQueries({ queryKey: ['catalogueDesigns'] });
    await client.invalidateQueries({ queryKey: ['catalogueDesign'] });
  };
  const edit = String(screenPaths(catalogue.paths).edit);
  return (
    <div className={formClasses.page}>
      <div className={formClasses.header}>
        <PageHeader
          title={pageTitles.catalogueChanges}
          breadcrumb={[{ label: catalogue.labelPlural, to: String(catalogue.paths.list) }]}
        />
        <Group justify="space-between">
          <Text role="status" c="dimmed">
            {catalogues.length > 0 &&
              (isLoading
                ? 'Comparing pages…'
                : `${changed.length} of ${formatCountInSentence(catalogues.length, catalogue)} would be different now`)}
          </Text>
          {changed.length > 0 && (
            <Button
              variant="brand"
              leftSection={<IconWand size="1rem" aria-hidden />}
              loading={isMaking}
              disabled={isLoading}
              onClick={() => void track(make())}
            >
              {`Make ${formatCountInSentence(changed.length, catalogue)} again`}
            </Button>
          )}
        </Group>
      </div>
      <div className={formClasses.body}>
        {made.isLoadingError ? (
          <QueryError query={made} />
        ) : made.data?.length === 0 ? (
          <EmptyState
            icon={IconBook2}
            title="No catalogues from products yet"
            action={
              <Button
                component={Link}
                to={extraRoutes.makeCatalogue}
                leftSection={<IconWand size="1rem" aria-hidden />}
              >
                Make from products
              </Button>
            }
          />
        ) : (
          <PlainTable
            label={pageTitles.catalogueChanges}
            className={classes.changes}
            columns={['Catalogue', 'Dealer', 'Made on', 'What would change']}
          >
            {catalogues.map(({ _id, name, dealerName, madeAt }, index) => (
              <tr key={_id}>
                <td>
                  <Link to={fillPath(edit, { id: _id })}>{name}</Link>
                </td>
                <td>{dealerName ?? 'Everyone'}</td>
                <td>{formatLocalDay(madeAt)}</td>
                <td>
                  <ChangedPages stored={designs[index]?.data} isFailed={designs[index]?.isError === true} />
                </td>
              </tr>
            ))}
          </PlainTable>
        )}
      </div>
    </div>
  );
};
