import { Button, Group, Modal, Stack, TextInput, type TextInputProps, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { UndoButtons } from '../../../ui/grid/edit-history.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { createShortcutHandler } from '../../../ui/shortcuts.ts';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { ImageList } from './image-list.tsx';
import { useVariants } from './use-variants.ts';
import { getVariantColumn } from './variant-columns.tsx';
import classes from './variant-dialog.module.css';
import type { LocalImages } from './variant-images.ts';
import {
  type EditableVariant,
  findVariants,
  getVariantKey,
  getVariantTitle,
  parseFeatureLines,
  updateVariants,
} from './variant-sheet.ts';

/** Keeps the text in local state until blur, so that each edit is one undo step. */
const CommittedInput = ({
  text,
  onCommit,
  onEnter,
  ...input
}: TextInputProps & { text: string; onCommit: (text: string) => void; onEnter?: () => void }) => {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const commit = () => typed !== text && onCommit(typed);
  return (
    <TextInput
      {...input}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        createShortcutHandler({ save: commit })(event);
        if (event.key !== 'Enter') return;
        event.preventDefault();
        commit();
        onEnter?.();
      }}
    />
  );
};

/** The SKU or the price, as in the grid. */
const FieldInput = ({ variant, name }: { variant: EditableVariant; name: 'sku' | 'price' }) => {
  const { change, isReadOnly, getErrors } = useVariants();
  const [error, setError] = useState<string | null>(null);
  const { label, getText, getUnit, parse } = getVariantColumn(name);
  const commit = (text: string) => {
    const parsed = parse(variant, text);
    setError('error' in parsed ? parsed.error : null);
    if ('error' in parsed) return;
    change(`Edit ${label} of ${variant.name}`, (sheet) =>
      updateVariants(sheet, [getVariantKey(variant)], () => parsed),
    );
  };
  return (
    <CommittedInput
      label={label}
      text={getText(variant)}
      leftSection={getUnit?.()}
      error={error ?? getErrors(variant)[name]}
      disabled={isReadOnly}
      onCommit={commit}
    />
  );
};

const FeatureList = ({ variant }: { variant: EditableVariant }) => {
  const { change, isReadOnly, getErrors } = useVariants();
  /** Index of the line that gets the focus when it renders; -1 for none. */
  const [added, setAdded] = useState(-1);
  const { descriptionArr: lines } = variant;
  const updateLines = (label: string, edit: (lines: readonly string[]) => readonly string[]) =>
    change(`${label} ${variant.name}`, (sheet) =>
      updateVariants(sheet, [getVariantKey(variant)], ({ descriptionArr }) => ({
        descriptionArr: edit(descriptionArr),
      })),
    );
  const replace = (label: string, position: number, next: readonly string[]) =>
    updateLines(label, (current) => current.toSpliced(position, 1, ...next));
  const add = () => {
    updateLines('Add feature to', (current) => [...current, '']);
    setAdded(lines.length);
  };
  return (
    <Stack gap={8}>
      <SortableList
        items={lines}
        // Lines may be equal, so the index is the key.
        getId={(_line, position) => String(position)}
        getHandleLabel={(_line, position) => `Reorder feature ${position + 1}`}
        isDisabled={isReadOnly}
        itemClassName={classes.feature}
        onReorder={(ordered) => updateLines('Reorder features of', () => ordered)}
      >
        {(line, position, handle) => (
          <>
            {handle}
            <CommittedInput
              flex={1}
              text={line}
              aria-label={`Feature ${position + 1}`}
              autoFocus={position === added}
              error={line.trim() === '' && getErrors(variant).descriptionArr}
              disabled={isReadOnly}
              onCommit={(text) => replace('Edit feature of', position, [text])}
              onPaste={(event) => {
                const pasted = parseFeatureLines(event.clipboardData.getData('text/plain'));
                if (pasted.length < 2) return;
                event.preventDefault();
                replace('Paste features into', position, line === '' ? pasted : [line, ...pasted]);
              }}
              onEnter={add}
            />
            <IconButton
              label={`Remove feature ${position + 1}`}
              icon={<IconTrash size="1rem" />}
              isDisabled={isReadOnly}
              onClick={() => replace('Remove feature from', position, [])}
            />
          </>
        )}
      </SortableList>
      <Button size="xs" me="auto" leftSection={<IconPlus size="1rem" />} disabled={isReadOnly} onClick={add}>
        Add feature
      </Button>
    </Stack>
  );
};

export const VariantDialog = ({
  openKey,
  keys,
  images,
  onOpen,
  onClose,
}: {
  openKey: string;
  /** The variants that the grid shows. */
  keys: readonly string[];
  images: LocalImages;
  onOpen: (key: string) => void;
  onClose: () => void;
}) => {
  const variants = useVariants();
  const [variant] = findVariants(variants.sheet, [openKey]);
  if (!variant) return null;
  const position = keys.indexOf(openKey);
  const renderStepButton = (label: string, icon: ReactNode, target: string | undefined) => (
    <IconButton label={label} icon={icon} isDisabled={target === undefined} onClick={() => target && onOpen(target)} />
  );
  return (
    <Modal opened onClose={onClose} size="52rem" title={getVariantTitle(variant)} data-undo-scope>
      <Stack gap="md">
        <Group gap="xs">
          {renderStepButton('Previous variant', <IconChevronLeft size="1.125rem" />, keys[position - 1])}
          {renderStepButton(
            'Next variant',
            <IconChevronRight size="1.125rem" />,
            position < 0 ? undefined : keys[position + 1],
          )}
          <UndoButtons {...variants} />
        </Group>
        <div key={openKey} className={classes.fields}>
          <FieldInput variant={variant} name="sku" />
          <FieldInput variant={variant} name="price" />
        </div>
        <section aria-label="Images">
          <Title order={3} mb="xs">
            Images
          </Title>
          <ImageList variant={variant} images={images} />
        </section>
        <section aria-label="Features">
          <Title order={3} mb="xs">
            Features
          </Title>
          <FeatureList key={openKey} variant={variant} />
        </section>
        <Group justify="flex-end" className={classes.footer}>
          <Button variant="brand" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
