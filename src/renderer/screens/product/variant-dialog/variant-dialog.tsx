import { Group, Modal, Stack, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { UndoButtons } from '../../../ui/grid/edit-history.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { LocalImages } from '../sheet/local-images.ts';
import { useVariants } from '../sheet/use-variants.ts';
import { getVariantKey } from '../sheet/variant-sheet.ts';
import { FeatureList } from './feature-list.tsx';
import { ImageList } from './image-list.tsx';

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
