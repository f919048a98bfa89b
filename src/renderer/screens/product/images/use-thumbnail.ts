import { useFormContext } from 'react-hook-form';
import { platform } from '../../../platform/index.ts';
import { isLocalFile } from '../../../platform/local-files.ts';
import type { FormValues } from '../../../resource-kit/form/form-values.ts';
import { showError } from '../../../ui/toasts.tsx';
import type { VariantImage } from '../variants/variant-sheet.ts';

/** Copies a file, because the field releases its own when the user replaces it. */
const copyFile = async ({ name, type, previewUrl }: { name: string; type: string; previewUrl: string }) => {
  const blob = await (await fetch(previewUrl)).blob();
  const [copy] = await platform.files.add({ kind: 'image', files: [new File([blob], name, { type })] });
  return copy;
};

/** Returns a function that makes an image of a variant the product's own image. */
export const useSetThumbnail = () => {
  const { getValues, setValue } = useFormContext<FormValues>();
  return async ({ image, alt = '' }: VariantImage): Promise<void> => {
    const copy = typeof image === 'string' ? { file: image } : await copyFile(image);
    if (!copy) return;
    if ('error' in copy) {
      showError(copy.error);
      return;
    }
    const previous = getValues('thumbnail');
    if (isLocalFile(previous)) platform.files.release(previous);
    setValue('thumbnail', copy.file, { shouldDirty: true });
    setValue('thumbnailAlt', alt, { shouldDirty: true });
  };
};
