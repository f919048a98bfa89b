import { Button, Checkbox, Group, Image, Select } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { formatFile } from '../../../ui/format.ts';
import { useImageSource } from '../../../ui/renditions.ts';
import type { LocalImages } from '../sheet/local-images.ts';
import { useVariants } from '../sheet/use-variants.ts';
import { type EditableVariant, getImageId, type VariantImage } from '../sheet/variant-sheet.ts';
import { assignImages, findIndexesByValue } from './bulk-edits.ts';
import type { BulkToolProps } from './text-dialogs.tsx';
import { BulkToolDialog } from './tool-dialog.tsx';

/** In CSS pixels. Images are cropped to squares. */
const imageWidth = 56;

const allVariants = 'all';

const toValueOptions = (variants: readonly EditableVariant[]) => {
  const groups = new Map<string, Map<string, string>>();
  for (const { attributeValueArr } of variants) {
    for (const { attributeName, attributeValueId, attributeValueName } of attributeValueArr) {
      const group = groups.get(attributeName) ?? new Map<string, string>();
      groups.set(attributeName, group.set(attributeValueId, attributeValueName));
    }
  }
  return [
    { value: allVariants, label: `All ${formatCount(variants.length, 'variant')}` },
    ...[...groups].map(([group, values]) => ({
      group,
      items: [...values].map(([value, label]) => ({ value, label })),
    })),
  ];
};

/** Adds images to the variants of the tool, or to those of them with one attribute value. */
export const ImagesDialog = ({ indexes: affected, images, onClose }: BulkToolProps & { images: LocalImages }) => {
  const { sheet, getVariantImage } = useVariants();
  const toSource = useImageSource();
  const [valueId, setValueId] = useState(allVariants);
  const [selectedImages, setSelectedImages] = useState<readonly VariantImage[]>([]);
  const [replacesExisting, setReplacesExisting] = useInputState(false);
  const indexes =
    valueId === allVariants ? affected : findIndexesByValue(sheet.variants, { indexes: affected, valueId });
  const canAdd = indexes.length > 0 && selectedImages.length > 0;
  return (
    <BulkToolDialog
      title="Add images"
      summary={
        canAdd
          ? `${formatCount(selectedImages.length, 'image')} will be added to ${formatCount(indexes.length, 'variant')}`
          : 'No images will be added'
      }
      applyLabel="Add images"
      edited={canAdd ? assignImages(sheet, indexes, { images: selectedImages, replacesExisting }) : sheet}
      onClose={onClose}
    >
      <Select
        label="Attribute value"
        searchable
        selectFirstOptionOnChange
        allowDeselect={false}
        data={toValueOptions(affected.flatMap((index) => sheet.variants[index] ?? []))}
        value={valueId}
        onChange={(value) => setValueId(value ?? allVariants)}
        data-autofocus
      />
      <Group gap="xs">
        {selectedImages.map((image, index) => {
          const { src, info } = getVariantImage(image);
          return (
            <Image
              key={getImageId(image)}
              {...toSource(src, 2 * imageWidth)}
              alt={`Selected ${index + 1}`}
              title={info && formatFile(info)}
              w={imageWidth}
              h={imageWidth}
              bd="1px solid var(--bo-line)"
              radius="sm"
            />
          );
        })}
        <Button
          leftSection={<IconPhotoPlus size="1rem" />}
          onClick={async () => {
            const picked = await images.pick();
            setSelectedImages((current) => [...new Set([...current, ...picked])]);
          }}
        >
          Choose images
        </Button>
      </Group>
      <Checkbox label="Replace existing images" checked={replacesExisting} onChange={setReplacesExisting} />
    </BulkToolDialog>
  );
};
