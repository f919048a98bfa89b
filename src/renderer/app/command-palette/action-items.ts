import { IconFileSpreadsheet } from '@tabler/icons-react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import type { PaletteItem } from './palette-item.ts';

export const getAddId = ({ name }: Resource): string => `add ${name}`;

/** Opens the import of a resource; empty if it has none. */
export const getImportItem = ({ name, paths, labelPlural }: Resource): PaletteItem[] =>
  paths.import === undefined
    ? []
    : [
        {
          id: `import ${name}`,
          label: `Import ${inSentence(labelPlural)}`,
          icon: IconFileSpreadsheet,
          to: paths.import,
        },
      ];
