import { Anchor, Button, Checkbox, Group, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { pageTitles } from '#shared/routes.ts';
import { publicResources, type SiteStatus, siteResponseSchema } from '#shared/site.ts';
import { request } from '../../resource-kit/client.ts';
import { attempt, getFieldErrors, reportError } from '../../resource-kit/errors.ts';
import formClasses from '../../resource-kit/form/form-page.module.css';
import { FormSection } from '../../resource-kit/form/form-page.tsx';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { LabeledSwitch } from '../../ui/switch.tsx';
import { CopiedText } from './copied-text.tsx';
import { sendChange } from './send-change.ts';
import { FeedsSection } from './website-feeds.tsx';
import classes from './website-page.module.css';
import { PreviewsSection } from './website-previews.tsx';
import { TokensSection } from './website-tokens.tsx';
import { WebhooksSection } from './website-webhooks.tsx';

const getTryRequest = ({ url, isTokenRequired }: SiteStatus): string =>
  `curl -i ${isTokenRequired ? '-H "Authorization: Bearer TOKEN" ' : ''}"${url}/products?limit=2"`;

const AccessSection = ({ status }: { status: SiteStatus }) => (
  <FormSection title="Website access">
    <Text c="dimmed">
      Lets websites read what is active here. They never see staff, messages, comments, drafts or Trash.
    </Text>
    {status.isForced ? (
      <Text>On, because the server was started with --site</Text>
    ) : (
      <LabeledSwitch
        label="Websites can read"
        isOn={status.isOn}
        onChange={(isOn) => void attempt(() => sendChange({ isOn }))}
      />
    )}
    {status.isOn && (
      <Stack gap="md">
        <CopiedText label="Address" text={String(status.url)} />
        <CopiedText label="A request to try" text={getTryRequest(status)} />
        <Anchor href={String(status.url).replace(/\/v1$/, '/docs')} target="_blank" rel="noopener noreferrer">
          Description for developers
        </Anchor>
      </Stack>
    )}
  </FormSection>
);

const toLines = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

const toValues = ({ resources, origins, baseUrl, isTokenRequired }: SiteStatus) => ({
  resources,
  origins: origins.join('\n'),
  baseUrl: baseUrl ?? '',
  isTokenRequired,
});

const SettingsSection = ({ status }: { status: SiteStatus }) => {
  const form = useForm({ defaultValues: toValues(status) });
  const { errors, dirtyFields, isDirty, isSubmitting } = form.formState;
  const save = form.handleSubmit(async ({ origins, baseUrl, ...values }) => {
    try {
      const all = { ...values, origins: toLines(origins), baseUrl: baseUrl.trim() || null };
      // Another admin may have changed the others meanwhile.
      const changed = Object.entries(all).filter(([name]) => name in dirtyFields);
      await sendChange(Object.fromEntries(changed), (stored) => form.reset(toValues(stored)));
    } catch (error) {
      const known = getFieldErrors(error).map(({ field, message }) => ({ name: field.split('.')[0], message }));
      const shown = known.filter(({ name }) => name === 'origins' || name === 'baseUrl');
      for (const { name, message } of shown) form.setError(name as 'origins' | 'baseUrl', { message });
      if (shown.length === 0) reportError(error);
    }
  });
  return (
    <FormSection title="What websites can read">
      <form noValidate onSubmit={(event) => void save(event)} aria-label="What websites can read">
        <Stack gap="md">
          <Controller
            control={form.control}
            name="resources"
            render={({ field: { value, onChange } }) => (
              <Checkbox.Group aria-label="Content" value={value} onChange={onChange}>
                <div className={classes.choices}>
                  {publicResources.map(({ name, labelPlural }) => (
                    <Checkbox key={name} value={name} label={labelPlural} />
                  ))}
                </div>
              </Checkbox.Group>
            )}
          />
          <Checkbox
            label="Require a read token"
            description="Only for websites that read on their server: a token in a page is public."
            {...form.register('isTokenRequired')}
          />
          <Textarea
            label="Websites whose pages may read in the browser"
            description="One address per line, such as https://www.example.com. Websites that read on their server need none."
            autosize
            minRows={2}
            maw="40rem"
            spellCheck={false}
            error={errors.origins?.message}
            {...form.register('origins')}
          />
          <TextInput
            label="Public address"
            description="If websites reach this server under another address, such as that of a CDN"
            placeholder="https://api.example.com"
            inputMode="url"
            maw="40rem"
            spellCheck={false}
            error={errors.baseUrl?.message}
            {...form.register('baseUrl')}
          />
          <Group>
            <Button type="submit" variant="brand" disabled={!isDirty} loading={isSubmitting}>
              Save settings
            </Button>
          </Group>
        </Stack>
      </form>
    </FormSection>
  );
};

const ReadsSection = ({ lastReads }: SiteStatus) => (
  <FormSection title="Last reads">
    {lastReads.length === 0 ? (
      <Text c="dimmed">No reads since this server started</Text>
    ) : (
      <>
        <Text c="dimmed">Of this server, since it started. Other servers of your office have their own.</Text>
        <PlainTable
          label="Last reads"
          mah="24rem"
          className={classes.reads}
          columns={['Time', 'Request', 'Status', 'Read token']}
        >
          {lastReads.map(({ at, request: line, status, tokenName }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal requests can have the same time
            <tr key={`${at} ${index}`}>
              <td className="bo-tabular">{formatDateTime(at)}</td>
              <td className={classes.request}>{line}</td>
              <td className="bo-tabular">{status}</td>
              <td>{tokenName ?? '–'}</td>
            </tr>
          ))}
        </PlainTable>
      </>
    )}
  </FormSection>
);

const Sections = () => {
  const query = useQuery({
    queryKey: ['website', 'status'],
    queryFn: async ({ signal }) => siteResponseSchema.parse(await request('GET', '/website', { signal })).data,
    staleTime: 0,
    refetchInterval: 10_000,
  });
  const status = query.data;
  if (query.isLoadingError) return <QueryError query={query} />;
  if (!status) return <Skeleton height="16rem" radius="lg" />;
  if (status.url === null) {
    return (
      <Text>
        Only this app can reach the server on this computer. To let websites read, use a shared server (Settings →
        Server).
      </Text>
    );
  }
  return (
    <div className={formClasses.columns}>
      <div className={formClasses.column}>
        <AccessSection status={status} />
        <SettingsSection status={status} />
        <PreviewsSection status={status} />
        <TokensSection />
        {status.isOn && <FeedsSection status={status} />}
        <WebhooksSection />
        <ReadsSection {...status} />
      </div>
    </div>
  );
};

export const WebsitePage = () => (
  <div className={formClasses.page}>
    <div className={formClasses.header}>
      <PageHeader title={pageTitles.website} />
    </div>
    <div className={formClasses.body}>
      <Sections />
    </div>
  </div>
);
