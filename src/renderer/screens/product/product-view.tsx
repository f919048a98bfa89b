import { Group, Stack } from '@mantine/core';
import type { RecordOf } from '#shared/resource-kit/define-resource.ts';
import { product } from '#shared/resources/product.ts';
import { ViewPage } from '../../resource-kit/view-page.tsx';
import { FileCaption } from '../../ui/file-caption.tsx';
import { NoImage, Thumbnail } from '../../ui/image-preview.tsx';
import { getProductImages } from './product-image.ts';
import { VariantTable } from './variant-table.tsx';

const maxSmallImages = 6;

const ProductImages = ({ record }: { record: RecordOf<typeof product> }) => {
  const images = getProductImages(record);
  const [first] = images;
  if (!first) return <NoImage />;
  const gallery = images.map(({ src }, index) => ({
    src,
    label: `Image ${index === 0 ? '' : `${index + 1} `}of ${record.name}`,
  }));
  return (
    <Stack gap={8}>
      <div>
        <Thumbnail
          image={{ src: first.src, label: `Image of ${record.name}` }}
          getGallery={() => gallery}
          shape="contain"
        />
        <FileCaption info={first.info} />
      </div>
      {gallery.length > 1 && (
        <Group gap={8} maw="19rem">
          {gallery.slice(1, maxSmallImages + 1).map((image) => (
            <Thumbnail key={image.src} image={image} getGallery={() => gallery} />
          ))}
        </Group>
      )}
    </Stack>
  );
};

export const ProductView = () => (
  <ViewPage
    resource={product}
    values={[
      { name: 'name', label: 'Name' },
      { name: 'sku', isExtra: true },
      'price',
      { name: 'categoryId', isExtra: true },
      { name: 'subCategoryId', isExtra: true },
      { name: 'materialType', isExtra: true },
      { name: 'isBestSeller', isExtra: true },
      { name: 'status', isSwitch: true },
      'description',
      { name: 'specification', isExtra: true },
      { name: 'thumbnail', label: 'Image', render: (record) => <ProductImages record={record} /> },
    ]}
  >
    {(record) => <VariantTable record={record} />}
  </ViewPage>
);
