import { IconLayoutSidebarRightExpand } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { IconButton, type IconButtonElement } from '../../ui/icon-button.tsx';
import { useCan } from '../session-store.ts';
import { LazyRelatedRecord } from './lazy-related-record.tsx';

/** Button that opens the record of a reference above the form. */
export const OpenReference = ({
  target,
  id,
  label,
  isDisabled,
}: {
  target: Resource;
  id: string;
  label: string;
  isDisabled: boolean;
}) => {
  const can = useCan(target.name);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<IconButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!can('read')) return null;
  const close = () => setIsOpen(false);
  return (
    <>
      <IconButton
        ref={button}
        label={`Open “${label}”`}
        icon={<IconLayoutSidebarRightExpand size="1.125rem" />}
        isDisabled={isDisabled}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <LazyRelatedRecord resource={target} id={id} onClose={close} onSaved={close} />}
    </>
  );
};
