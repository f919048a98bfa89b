import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { ImportReport } from '#shared/import.ts';
import { formatCount } from '#shared/resource/words.ts';
import { changeProductOptions } from './import-choices.ts';
import type { ProductOptions } from './import-store.ts';

/** Options for variants without a SKU and for web images, if the file has any. */
export const ProductOptionsForm = ({
  report: { createdSkus, missingSkus, webImages },
  options: { isCreatingSkus, skuPattern, isDownloading },
  isDisabled,
}: {
  report: ImportReport;
  options: ProductOptions;
  isDisabled: boolean;
}) => {
  const withoutSku = createdSkus + missingSkus;
  return (
    <Stack gap="sm">
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
              description="{product} is the product’s name, {n:3} counts with three digits, an attribute’s name in braces stands for its value"
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
          description="The import will take longer. Images that can’t be downloaded are listed afterwards."
          checked={isDownloading}
          disabled={isDisabled}
          onChange={(event) => changeProductOptions({ isDownloading: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
};
