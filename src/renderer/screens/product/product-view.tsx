import { product } from '#shared/resources/product.ts';
import { LabeledValue, StatusToggle, Value, ValueGrid, ViewPage } from '../../resource-kit/view-page.tsx';
import { FileCaption } from '../../ui/file-caption.tsx';
import { Thumbnail } from '../../ui/image-preview.tsx';
import { getProductImage } from './product-image.ts';

const ProductImage = ({ image, title }: { image: ReturnType<typeof getProductImage>; title: string }) => (
  <LabeledValue label="Image">
    {image === null ? (
      'No Image'
    ) : (
      <>
        <Thumbnail image={{ src: image.src, label: `Image of ${title}` }} shape="contain" />
        <FileCaption info={image.info} />
      </>
    )}
  </LabeledValue>
);

export const ProductView = () => (
  <ViewPage resource={product}>
    {(record) => (
      <>
        <ValueGrid>
          <Value name="name" label="Name" />
          <Value name="price" />
          <StatusToggle />
        </ValueGrid>
        <Value name="description" />
        <ProductImage image={getProductImage(record)} title={record.name} />
      </>
    )}
  </ViewPage>
);
