import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { AttributeWithValues } from '#shared/product/variant-draft.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { LazyRelatedRecord } from '../../../resource-kit/kinds/related-record.tsx';
import { useCan } from '../../../resource-kit/session-store.ts';

const hiddenFields = Object.keys(attributeValue.fields).filter((name) => name !== attributeValue.titleField);

/** Adds a value to an attribute in a drawer above the form, if the role has permission. */
export const AddValueButton = ({
  attribute: { _id, name },
  onAdded,
}: {
  attribute: AttributeWithValues;
  onAdded: (name: string) => void;
}) => {
  const can = useCan(attributeValue.name);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  if (!can('create')) return null;
  const label = `Add a value to ${name}`;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconPlus size="0.875rem" aria-hidden />}
        aria-label={label}
        onClick={() => setIsOpen(true)}
      >
        Add a value
      </Button>
      {isOpen && (
        <LazyRelatedRecord
          resource={attributeValue}
          title={label}
          initialValues={{ attributeId: _id }}
          hiddenFields={hiddenFields}
          onClose={close}
          onSaved={({ title }) => {
            close();
            onAdded(title);
          }}
        />
      )}
    </>
  );
};
