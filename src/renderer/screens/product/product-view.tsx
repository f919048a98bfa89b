import { product } from '#shared/resources/product.ts';
import { Labelled, StatusValue, Value, ValueGrid, ViewPage } from '../../resource/view-page.tsx';
import { FileCaption } from '../../ui/file-caption.tsx';
import { Thumbnail } from '../../ui/image-preview.tsx';
import { imageOfProduct } from './product-image.ts';

const ProductImage = ({ image }: { image: ReturnType<typeof imageOfProduct> }) => (
  <Labelled label="Image">
    {image === null ? (
      'No Image'
    ) : (
      <>
        <Thumbnail picture={{ src: image.src, label: 'Image' }} shape="whole" />
        <FileCaption info={image.info} />
      </>
    )}
  </Labelled>
);

export const ProductView = () => (
  <ViewPage resource={product}>
    {(record) => (
      <>
        <ValueGrid>
          <Value name="name" label="Name" />
          <Value name="price" />
          <StatusValue />
        </ValueGrid>
        <Value name="description" />
        <ProductImage image={imageOfProduct(record)} />
      </>
    )}
  </ViewPage>
);
