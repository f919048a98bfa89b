import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type CatalogueDesign, catalogueDesignSchema } from '#shared/catalogue-design.ts';
import type { RecordOf } from '#shared/resource-kit/define-resource.ts';
import { catalogueTemplate } from '#shared/resources/catalogue-template.ts';
import { getFieldErrors, reportError } from '../../resource-kit/errors.ts';
import { listQuery, useDeleteRecord, useSaveRecord } from '../../resource-kit/hooks.ts';
import { openDialog } from '../../ui/modals.ts';
import { showSuccess } from '../../ui/toasts.tsx';
import { allActive } from './use-design.ts';

type Template = RecordOf<typeof catalogueTemplate>;

const allTemplates = { query: '', sort: null, filters: {}, pageIndex: 0, pageSize: 500 };

export const toDesign = ({ design, logo, cover }: Template): CatalogueDesign =>
  catalogueDesignSchema.parse({ ...JSON.parse(design), logo, cover });

/** A template has no selected products and no dealer, as these differ each time. */
const toValues = ({ logo, cover, ids, dealerId: _, ...design }: CatalogueDesign) => ({
  design: JSON.stringify(ids ? { ...design, ...allActive } : design),
  logo,
  cover,
});

const NewTemplate = ({
  design,
  onSaved,
  onClose,
}: {
  design: CatalogueDesign;
  onSaved: (id: string) => void;
  onClose: () => void;
}) => {
  const [name, setName] = useState(design.title);
  const save = useSaveRecord(catalogueTemplate);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { data } = await save.mutateAsync({ values: { name, ...toValues(design) } });
    showSuccess('Template saved');
    if (data) onSaved(data._id);
    onClose();
  };
  const [error] = getFieldErrors(save.error);
  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <Stack>
        <TextInput
          label="Name"
          data-autofocus
          required
          maxLength={200}
          value={name}
          error={error?.message ?? save.error?.message}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {design.ids && (
          <Text c="dimmed" size="sm">
            Selected products aren’t kept: the template starts with all active ones.
          </Text>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="brand" loading={save.isPending} disabled={name.trim() === ''}>
            Save template
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** Loads the design of a template, and saves the current one. */
export const TemplatesField = ({
  design,
  isValid,
  openedId,
  onChoose,
}: {
  design: CatalogueDesign;
  isValid: boolean;
  /** Of the template whose design this is at first. */
  openedId: string | null;
  onChoose: (design: CatalogueDesign) => void;
}) => {
  const { data } = useQuery(listQuery(catalogueTemplate, allTemplates));
  const templates = data?.data ?? [];
  const [chosenId, setChosenId] = useState(openedId);
  const chosen = templates.find(({ _id }) => _id === chosenId);
  const save = useSaveRecord(catalogueTemplate);
  const deletion = useDeleteRecord(catalogueTemplate);
  const { design: current, ...pictures } = toValues(design);
  const isChanged =
    chosen !== undefined &&
    (JSON.stringify(catalogueDesignSchema.parse({ ...JSON.parse(chosen.design), ...pictures })) !==
      JSON.stringify(catalogueDesignSchema.safeParse({ ...JSON.parse(current), ...pictures }).data) ||
      chosen.logo !== pictures.logo ||
      chosen.cover !== pictures.cover);
  const update = (id: string) =>
    save.mutate(
      { id, values: toValues(design) },
      { onSuccess: () => showSuccess('Template saved'), onError: (error) => reportError(error) },
    );
  return (
    <>
      <Select
        label="Template"
        placeholder={templates.length === 0 ? 'No templates yet' : 'Choose a template'}
        searchable
        data={templates.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={chosen?._id ?? null}
        onChange={(id) => {
          const template = templates.find(({ _id }) => _id === id);
          setChosenId(id);
          if (template) onChoose(toDesign(template));
        }}
      />
      <Group gap="xs">
        {chosen && isChanged && (
          <Button size="xs" loading={save.isPending} disabled={!isValid} onClick={() => update(chosen._id)}>
            {`Save to ${chosen.name}`}
          </Button>
        )}
        <Button
          size="xs"
          variant="subtle"
          disabled={!isValid}
          onClick={() =>
            openDialog({
              title: 'Save as template',
              size: 'sm',
              render: (close) => <NewTemplate design={design} onSaved={setChosenId} onClose={close} />,
            })
          }
        >
          Save as template
        </Button>
        {chosen && (
          <Button size="xs" variant="subtle" color="red" onClick={() => deletion.mutate(chosen._id)}>
            Delete template
          </Button>
        )}
      </Group>
    </>
  );
};
