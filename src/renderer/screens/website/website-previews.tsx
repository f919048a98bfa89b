import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { findPageAddress, publicResources, type SiteStatus } from '#shared/site.ts';
import { getFieldErrors, reportError } from '../../resource-kit/errors.ts';
import { FormSection } from '../../resource-kit/form/form-page.tsx';
import { sendChange } from './send-change.ts';
import classes from './website-page.module.css';

const toValues = ({ pageAddress, pageAddresses }: SiteStatus) => ({
  pageAddress: pageAddress ?? '',
  pageAddresses: Object.fromEntries(publicResources.map(({ name }) => [name, pageAddresses[name] ?? ''])),
});

/** The addresses at which the website shows records, for previews. */
export const PreviewsSection = ({ status }: { status: SiteStatus }) => {
  const form = useForm({ defaultValues: toValues(status) });
  const { errors, isDirty, isSubmitting } = form.formState;
  const [isExpanded, setIsExpanded] = useState(Object.keys(status.pageAddresses).length > 0);
  const base = form.watch('pageAddress').trim().replace(/\/$/, '') || null;
  const save = form.handleSubmit(async ({ pageAddress, pageAddresses }) => {
    const own = Object.entries(pageAddresses).filter(([, address]) => address.trim() !== '');
    try {
      await sendChange({ pageAddress: pageAddress.trim() || null, pageAddresses: Object.fromEntries(own) }, (stored) =>
        form.reset(toValues(stored)),
      );
    } catch (error) {
      const known = getFieldErrors(error).filter(({ field }) => field.startsWith('pageAddress'));
      for (const { field, message } of known) form.setError(field as 'pageAddress', { message });
      if (known.length === 0) reportError(error);
    }
  });
  return (
    <FormSection title="Previews">
      <form noValidate onSubmit={(event) => void save(event)} aria-label="Previews">
        <Stack gap="md">
          <Text c="dimmed">
            “Open on the website” then shows a saved record on the website before it is active. Each link works for one
            record and one hour.
          </Text>
          <TextInput
            label="Address of the website"
            description="Pages are expected at addresses such as /products/{slug} below it. If they have another form, enter it here."
            placeholder="https://www.example.com"
            inputMode="url"
            maw="40rem"
            spellCheck={false}
            error={errors.pageAddress?.message}
            {...form.register('pageAddress')}
          />
          {isExpanded ? (
            <fieldset className={classes.addresses}>
              <legend>
                <Text size="sm" c="dimmed" mb="sm">
                  Addresses of some pages, with {'{slug}'} or {'{id}'}. Content without pages of its own has no preview
                  unless you enter where it is shown.
                </Text>
              </legend>
              {publicResources.map((resource) => (
                <TextInput
                  key={resource.name}
                  label={
                    resource.isSingleton ? `Page of ${resource.label}` : `Page of each ${inSentence(resource.label)}`
                  }
                  placeholder={findPageAddress({ pageAddress: base, pageAddresses: {} }, resource) ?? 'No preview'}
                  inputMode="url"
                  spellCheck={false}
                  error={errors.pageAddresses?.[resource.name]?.message}
                  {...form.register(`pageAddresses.${resource.name}`)}
                />
              ))}
            </fieldset>
          ) : (
            <Button variant="subtle" me="auto" onClick={() => setIsExpanded(true)}>
              Set other addresses…
            </Button>
          )}
          <Group>
            <Button type="submit" variant="brand" disabled={!isDirty} loading={isSubmitting}>
              Save addresses
            </Button>
          </Group>
        </Stack>
      </form>
    </FormSection>
  );
};
