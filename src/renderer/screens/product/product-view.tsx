import { product } from '#shared/resources/product.ts';
import { Labelled, ResourceValue, StatusValue, ValueGrid, ViewPage } from '../../resource/view-page.tsx';
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
          <ResourceValue resource={product} name="name" label="Name" record={record} />
          <ResourceValue resource={product} name="price" record={record} />
          <StatusValue resource={product} record={record} />
        </ValueGrid>
        <ResourceValue resource={product} name="description" record={record} />
        <ProductImage image={imageOfProduct(record)} />
      </>
    )}
  </ViewPage>
);
