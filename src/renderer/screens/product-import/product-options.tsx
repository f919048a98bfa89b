import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { ImportReport } from '#shared/import.ts';
import { formatCount } from '#shared/resource/labels.ts';
import { changeProductOptions } from './import-actions.ts';
import { useImportStore } from './import-store.ts';

export const ProductOptionsForm = ({
  report: { createdSkus, missingSkus, webImages },
}: {
  report: ImportReport;
}) => {
  const { productOptions, run } = useImportStore();
  const { isCreatingSkus, skuPattern, isDownloading } = productOptions;
  const isDisabled = run !== null;
  const withoutSku = createdSkus + missingSkus;
  return (
    <Stack gap="md" maw="32rem">
      {withoutSku > 0 && (
        <>
          <Checkbox
            label={`Create SKUs for ${formatCount(withoutSku, 'variant')}`}
            description="For variants that have no SKU in the file"
            checked={isCreatingSkus}
            disabled={isDisabled}
            onChange={(event) => changeProductOptions({ isCreatingSkus: event.currentTarget.checked })}
          />
          {isCreatingSkus && (
            <TextInput
              label="SKU pattern"
              description="{product} is the product’s name, {n:3} a three-digit number. An attribute’s name in braces is replaced by its value"
              value={skuPattern}
              disabled={isDisabled}
              onChange={(event) => changeProductOptions({ skuPattern: event.currentTarget.value })}
            />
          )}
        </>
      )}
      {webImages > 0 && (
        <Checkbox
          label={`Download ${formatCount(webImages, 'image')} from the web`}
          description="Otherwise they’re skipped. The import takes longer, and lists the images that couldn’t be downloaded."
          checked={isDownloading}
          disabled={isDisabled}
          onChange={(event) => changeProductOptions({ isDownloading: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
};
