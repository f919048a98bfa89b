import { Button, Group, Modal, Stack, TextInput, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { UndoButtons } from '../../../ui/grid/edit-history.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { createShortcutHandler } from '../../../ui/shortcuts.ts';
import { SortableList } from '../../../ui/sortable-list.tsx';
import type { LocalImages } from '../sheet/local-images.ts';
import { useVariants } from '../sheet/use-variants.ts';
import {
  type EditableVariant,
  findIndexes,
  getVariantKey,
  parseFeatureLines,
  updateVariants,
} from '../sheet/variant-sheet.ts';
import { ImageList } from './image-list.tsx';
import classes from './variant-dialog.module.css';

/** Keeps the text in local state until blur, so that each edited line is one undo step. */
const FeatureInput = ({
  line,
  label,
  error,
  isDisabled,
  onLineChange,
  onPasteLines,
  onEnter,
}: {
  line: string;
  label: string;
  error: string | undefined;
  isDisabled: boolean;
  onLineChange: (line: string) => void;
  onPasteLines: (lines: string[]) => void;
  onEnter: () => void;
}) => {
  const [text, setText] = useState(line);
  useEffect(() => setText(line), [line]);
  const commit = () => text !== line && onLineChange(text);
  return (
    <TextInput
      flex={1}
      aria-label={label}
      error={error}
      disabled={isDisabled}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        createShortcutHandler({ save: commit })(event);
        if (event.key !== 'Enter') return;
        event.preventDefault();
        commit();
        onEnter();
      }}
      onPaste={(event) => {
        const lines = parseFeatureLines(event.clipboardData.getData('text/plain'));
        if (lines.length < 2) return;
        event.preventDefault();
        onPasteLines(lines);
      }}
    />
  );
};

const FeatureList = ({ variant }: { variant: EditableVariant }) => {
  const { change, isReadOnly, getErrors } = useVariants();
  const list = useRef<HTMLDivElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  const { descriptionArr: lines } = variant;
  const problem = getErrors(variant).descriptionArr;
  const updateLines = (label: string, edit: (lines: readonly string[]) => readonly string[]) =>
    change(`${label} ${variant.name}`, (sheet) =>
      updateVariants(sheet, findIndexes(sheet, [getVariantKey(variant)]), ({ descriptionArr }) => ({
        descriptionArr: edit(descriptionArr),
      })),
    );
  useEffect(() => {
    if (!isAdding) return;
    const inputs = list.current?.querySelectorAll('input');
    inputs?.[inputs.length - 1]?.focus();
    setIsAdding(false);
  }, [isAdding]);
  const add = () => {
    updateLines('Add feature to', (current) => [...current, '']);
    setIsAdding(true);
  };
  return (
    <Stack ref={list} gap={8}>
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
            <FeatureInput
              line={line}
              label={`Feature ${position + 1}`}
              error={line.trim() === '' ? problem : undefined}
              isDisabled={isReadOnly}
              onLineChange={(text) =>
                updateLines('Edit feature of', (current) =>
                  current.map((currentLine, lineIndex) => (lineIndex === position ? text : currentLine)),
                )
              }
              onPasteLines={(pasted) =>
                updateLines('Paste features into', (current) => [
                  ...current.slice(0, line === '' ? position : position + 1),
                  ...pasted,
                  ...current.slice(position + 1),
                ])
              }
              onEnter={add}
            />
            <IconButton
              label={`Remove feature ${position + 1}`}
              icon={<IconTrash size="1rem" />}
              isDisabled={isReadOnly}
              onClick={() =>
                updateLines('Remove feature from', (current) =>
                  current.filter((_, lineIndex) => lineIndex !== position),
                )
              }
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
  visibleIndexes,
  images,
  onOpen,
  onClose,
}: {
  openKey: string;
  visibleIndexes: readonly number[];
  images: LocalImages;
  onOpen: (key: string) => void;
  onClose: () => void;
}) => {
  const variants = useVariants();
  const { sheet } = variants;
  const index = sheet.variants.findIndex((candidate) => getVariantKey(candidate) === openKey);
  const variant = sheet.variants[index];
  if (!variant) return null;
  const position = visibleIndexes.indexOf(index);
  const getAdjacentVariant = (offset: number) => sheet.variants[visibleIndexes[position + offset] ?? -1];
  const renderStepButton = (offset: number, label: string, icon: React.ReactNode) => {
    const target = position < 0 ? undefined : getAdjacentVariant(offset);
    return (
      <IconButton
        label={label}
        icon={icon}
        isDisabled={!target}
        onClick={() => target && onOpen(getVariantKey(target))}
      />
    );
  };
  return (
    <Modal opened onClose={onClose} size="52rem" title={variant.name} data-undo-scope>
      <Stack gap="md">
        <Group gap="xs">
          {renderStepButton(-1, 'Previous variant', <IconChevronLeft size="1.125rem" />)}
          {renderStepButton(1, 'Next variant', <IconChevronRight size="1.125rem" />)}
          <UndoButtons {...variants} />
        </Group>
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
      </Stack>
    </Modal>
  );
};
