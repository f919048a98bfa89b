import { Button } from '@mantine/core';
import { IconArrowLeft, IconFileDownload } from '@tabler/icons-react';
import { product } from '#shared/resources/product.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { saveTemplate } from './import-downloads.ts';
import { ImportSteps } from './import-steps.tsx';
import classes from './product-import.module.css';

/** The title of the page, the way back, and the template. */
export const ImportHeader = ({ hasTemplate }: { hasTemplate: boolean }) => (
  <div className={classes.header}>
    <PageHeader
      title="Import products"
      leading={
        <IconButton
          label="Back to products"
          icon={<IconArrowLeft size="1.125rem" />}
          to={product.paths.list}
        />
      }
    >
      {hasTemplate && <ImportSteps />}
      {hasTemplate && (
        <Button
          variant="default"
          leftSection={<IconFileDownload size="1rem" />}
          onClick={() => void saveTemplate()}
        >
          Download template
        </Button>
      )}
    </PageHeader>
  </div>
);
