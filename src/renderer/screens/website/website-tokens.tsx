import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconKey, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { findResource } from '#shared/resources/index.ts';
import { publicResources, type SiteToken, tokenListResponseSchema, tokenResponseSchema } from '#shared/site.ts';
import { request } from '../../resource-kit/client.ts';
import { attempt, reportError } from '../../resource-kit/errors.ts';
import { ListSection } from '../../resource-kit/form/list-section.tsx';
import { refetchQueries } from '../../resource-kit/query-client.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { showSuccess } from '../../ui/toasts.tsx';
import { ItemText, openCreate, ShownOnce } from './shown-once.tsx';
import classes from './website-page.module.css';

const tokensPath = '/website/tokens';

const lifetimes = [
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'Never' },
];

const describeToken = ({ resources, canPreview, expiresAt, lastUsedAt }: SiteToken): string => {
  const labels = resources?.map((name) => findResource(name)?.labelPlural ?? name) ?? ['Everything'];
  const isExpired = expiresAt !== null && expiresAt <= new Date().toISOString();
  return [
    labels.join(', '),
    ...(canPreview ? ['Also unpublished'] : []),
    expiresAt === null ? 'Never expires' : `${isExpired ? 'Expired' : 'Expires'} ${formatDateTime(expiresAt)}`,
    lastUsedAt === null ? 'Not used yet' : `Last used ${formatDateTime(lastUsedAt)}`,
  ].join(' · ');
};

/** Asks for the details of a token, and then shows it once. */
const CreateToken = ({ onClose }: { onClose: () => void }) => {
  const [token, setToken] = useState<string>();
  const form = useForm({
    defaultValues: { name: '', days: '90', isLimited: false, canPreview: false, resources: [] as string[] },
  });
  const { errors, isSubmitting } = form.formState;
  const create = form.handleSubmit(async ({ name, days, isLimited, canPreview, resources }) => {
    const body = { name, days: days === '' ? null : Number(days), resources: isLimited ? resources : null, canPreview };
    try {
      setToken(tokenResponseSchema.parse(await request('POST', tokensPath, { body })).token);
    } catch (error) {
      reportError(error);
    }
    await refetchQueries(['website']);
  });
  if (token !== undefined)
    return (
      <ShownOnce
        label="Read token"
        text={token}
        hint="Store it where your website’s server keeps its secrets."
        onClose={onClose}
      />
    );
  return (
    <form noValidate onSubmit={(event) => void create(event)} aria-label="Create read token">
      <Stack gap="md">
        <TextInput
          label="Name"
          description="To recognise it later, such as the name of the website"
          maxLength={100}
          data-autofocus
          error={errors.name?.message}
          {...form.register('name', { validate: (name) => name.trim() !== '' || 'Name is required' })}
        />
        <NativeSelect label="Expires after" data={lifetimes} {...form.register('days')} />
        <Checkbox
          label="Also read what isn’t active"
          description="For a website that shows the office all its drafts"
          {...form.register('canPreview')}
        />
        <Checkbox label="Limit to some content" {...form.register('isLimited')} />
        {form.watch('isLimited') && (
          <Controller
            control={form.control}
            name="resources"
            rules={{ validate: (chosen) => chosen.length > 0 || 'Select at least one' }}
            render={({ field: { value, onChange } }) => (
              <Checkbox.Group aria-label="Content" value={value} onChange={onChange} error={errors.resources?.message}>
                <div className={classes.choices}>
                  {publicResources.map(({ name, labelPlural }) => (
                    <Checkbox key={name} value={name} label={labelPlural} />
                  ))}
                </div>
              </Checkbox.Group>
            )}
          />
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="brand" loading={isSubmitting}>
            Create token
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const revoke = async ({ _id, name }: SiteToken) => {
  const isConfirmed = await openConfirm({
    title: `Revoke ${name}?`,
    message: 'Websites can’t read with this token any more.',
    confirmLabel: 'Revoke',
    isDestructive: true,
  });
  if (!isConfirmed) return;
  await attempt(async () => {
    showSuccess(
      (await request<{ message?: string }>('DELETE', `${tokensPath}/${encodeURIComponent(_id)}`, {})).message,
    );
  });
  await refetchQueries(['website']);
};

export const TokensSection = () => {
  const query = useQuery({
    queryKey: ['website', 'tokens'],
    queryFn: async ({ signal }) => tokenListResponseSchema.parse(await request('GET', tokensPath, { signal })).data,
    staleTime: 0,
  });
  return (
    <ListSection
      title="Read tokens"
      description="For websites that read on their server: with limits of their own, and needed if you say so."
      query={query}
      renderItem={(token) => (
        <>
          <ItemText title={token.name} detail={describeToken(token)} />
          <IconButton
            label={`Revoke ${token.name}`}
            icon={<IconTrash size="1.125rem" />}
            onClick={() => void revoke(token)}
          />
        </>
      )}
      action={
        <Button
          leftSection={<IconKey size="1rem" />}
          onClick={() => openCreate('Create read token', (close) => <CreateToken onClose={close} />)}
        >
          Create token…
        </Button>
      }
    />
  );
};
