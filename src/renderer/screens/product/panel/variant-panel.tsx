import { Group, Modal, Stack, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { LocalImages } from '../sheet/local-images.ts';
import { UndoButtons } from '../sheet/undo-buttons.tsx';
import { undoScope } from '../sheet/use-undo-keys.ts';
import { useVariants } from '../sheet/use-variants.ts';
import { getVariantKey } from '../sheet/variant-sheet.ts';
import { FeatureList } from './feature-list.tsx';
import { ImageList } from './image-list.tsx';

export const VariantDialog = ({
  openKey,
  shown,
  images,
  onOpen,
  onClose,
}: {
  openKey: string;
  shown: readonly number[];
  images: LocalImages;
  onOpen: (key: string) => void;
  onClose: () => void;
}) => {
  const { sheet } = useVariants();
  const index = sheet.variants.findIndex((draft) => getVariantKey(draft) === openKey);
  const draft = sheet.variants[index];
  if (!draft) return null;
  const place = shown.indexOf(index);
  const getAdjacentVariant = (by: number) => sheet.variants[shown[place + by] ?? -1];
  const step = (by: number, label: string, icon: React.ReactNode) => {
    const target = place < 0 ? undefined : getAdjacentVariant(by);
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
    <Modal opened onClose={onClose} size="52rem" title={draft.name} {...undoScope}>
      <Stack gap="md">
        <Group gap="xs">
          {step(-1, 'Previous variant', <IconChevronLeft size="1.125rem" />)}
          {step(1, 'Next variant', <IconChevronRight size="1.125rem" />)}
          <UndoButtons />
        </Group>
        <section aria-label="Images">
          <Title order={3} mb="xs">
            Images
          </Title>
          <ImageList draft={draft} index={index} images={images} />
        </section>
        <section aria-label="Features">
          <Title order={3} mb="xs">
            Features
          </Title>
          <FeatureList key={openKey} draft={draft} index={index} />
        </section>
      </Stack>
    </Modal>
  );
};
