import { Anchor, Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLink, IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { type FeedFinding, type FeedName, feedNames, feedReportSchema, feeds } from '#shared/feeds.ts';
import { formatCount, formatCountInSentence } from '#shared/resource-kit/labels.ts';
import { fillPath, screenPaths } from '#shared/resource-kit/paths.ts';
import { product } from '#shared/resources/product.ts';
import { type SiteStatus, tokenResponseSchema } from '#shared/site.ts';
import { request } from '../../resource-kit/client.ts';
import { attempt, getFieldErrors, reportError } from '../../resource-kit/errors.ts';
import { FormSection } from '../../resource-kit/form/form-page.tsx';
import listClasses from '../../resource-kit/form/list-section.module.css';
import { refetchQueries } from '../../resource-kit/query-client.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { sendChange } from './send-change.ts';
import { ItemText, openCreate, ShownOnce } from './shown-once.tsx';
import classes from './website-page.module.css';

const Findings = ({ title, findings }: { title: string; findings: FeedFinding[] }) => {
  if (findings.length === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={3} fz="md">
        {title}
      </Title>
      {findings.map(({ reason, count, examples }) => (
        <div key={reason} className={classes.finding}>
          <Text fw={500}>{`${reason} · ${count.toLocaleString('en')}`}</Text>
          {examples.length > 0 && (
            <ul aria-label={reason}>
              {examples.map(({ id, name, variant }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: variants can have the same name
                <li key={`${id} ${index}`}>
                  <Anchor component={Link} to={fillPath(screenPaths(product.paths).edit ?? '', { id })} size="sm">
                    {variant === null ? name : `${name} · ${variant}`}
                  </Anchor>
                </li>
              ))}
              {count > examples.length && <li>{`And ${(count - examples.length).toLocaleString('en')} more`}</li>}
            </ul>
          )}
        </div>
      ))}
    </section>
  );
};

const Report = ({ feed }: { feed: FeedName }) => {
  const query = useQuery({
    queryKey: ['website', 'feeds', feed],
    queryFn: async ({ signal }) =>
      feedReportSchema.parse(await request('GET', `/website/feeds/${feed}`, { signal })).data,
    staleTime: 0,
  });
  if (query.isLoadingError) return <QueryError query={query} />;
  if (!query.data) return <Skeleton height="8rem" />;
  const { products, items, findings } = query.data;
  return (
    <Stack gap="lg">
      <Text>
        {`In the feed: ${formatCountInSentence(products, product)} as ${formatCount(items, 'item')}`}
        {findings.length === 0 && '. Nothing is left out.'}
      </Text>
      <Findings title="Left out" findings={findings.filter(({ isLeftOut }) => isLeftOut)} />
      <Findings title="Sent only in part" findings={findings.filter(({ isLeftOut }) => !isLeftOut)} />
    </Stack>
  );
};

/** Creates a read token for a feed, and shows the address with it once. */
const createAddress = (feed: FeedName, { url }: SiteStatus) =>
  attempt(async () => {
    const { label, file } = feeds[feed];
    const body = { name: `${label} feed`, resources: [product.name], days: null };
    const { token } = tokenResponseSchema.parse(await request('POST', '/website/tokens', { body }));
    openCreate(`Address for ${label}`, (close) => (
      <ShownOnce
        label="Address"
        text={`${url}/feeds/${file}?token=${token}`}
        hint={`Keep it secret, because it has a read token in it. To end its access, revoke “${body.name}” under Read tokens.`}
        onClose={close}
      />
    ));
    await refetchQueries(['website', 'tokens']);
  });

/** The brand of products without an attribute Brand, which marketplaces ask for. */
const Brand = ({ brand }: SiteStatus) => {
  const form = useForm({ defaultValues: { brand: brand ?? '' } });
  const { errors, isDirty, isSubmitting } = form.formState;
  const save = form.handleSubmit(async (values) => {
    try {
      await sendChange({ brand: values.brand.trim() || null }, (stored) => form.reset({ brand: stored.brand ?? '' }));
    } catch (error) {
      const [known] = getFieldErrors(error).filter(({ field }) => field === 'brand');
      if (known) form.setError('brand', { message: known.message });
      else reportError(error);
    }
  });
  return (
    <form noValidate onSubmit={(event) => void save(event)} aria-label="Brand of the feeds">
      <Stack gap="md">
        <TextInput
          label="Your brand"
          description="For products without an attribute named Brand. Their SKUs are then sent as your part numbers where a GTIN is missing."
          maw="40rem"
          error={errors.brand?.message}
          {...form.register('brand')}
        />
        <Group>
          <Button type="submit" disabled={!isDirty} loading={isSubmitting}>
            Save brand
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const FeedRow = ({ name, status }: { name: FeedName; status: SiteStatus }) => {
  const [isShown, { toggle }] = useDisclosure(false);
  const { label, description } = feeds[name];
  return (
    <li className={classes.feed}>
      <div className={listClasses.row}>
        <ItemText title={label} detail={description} />
        <Button
          size="compact-md"
          leftSection={<IconListCheck size="1rem" />}
          aria-label={`Left out of ${label}`}
          aria-expanded={isShown}
          onClick={toggle}
        >
          Left out
        </Button>
        <Button
          size="compact-md"
          leftSection={<IconLink size="1rem" />}
          aria-label={`Create address for ${label}`}
          onClick={() => void createAddress(name, status)}
        >
          Create address
        </Button>
      </div>
      {isShown && (
        <section aria-label={`Feed for ${label}`} className={classes.report}>
          <Report feed={name} />
        </section>
      )}
    </li>
  );
};

/** Addresses of the feeds for marketplaces, with the products that each leaves out. */
export const FeedsSection = ({ status }: { status: SiteStatus }) => (
  <FormSection title="Feeds">
    <Text c="dimmed">
      Files of all active products for marketplaces and shops, up to date whenever they are read. Every product is sent
      as new and in stock.
    </Text>
    <Brand {...status} />
    <ul aria-label="Feeds">
      {feedNames.map((name) => (
        <FeedRow key={name} name={name} status={status} />
      ))}
    </ul>
  </FormSection>
);
