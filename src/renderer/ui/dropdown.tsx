import type { MenuDropdownProps, MenuProps } from '@mantine/core';
import { type ReactNode, type Ref, type RefObject, useId, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { holdKeys } from './hold-keys.ts';

type Library = Pick<typeof import('./floating.ts'), 'Menu' | 'Popover'>;

export const loadFloating = () => import('./floating.ts');

/** Positions the dropdown at the element that opens it, which is rendered elsewhere. */
const Reference = ({ ref, target }: { ref?: Ref<HTMLElement>; target: RefObject<HTMLElement | null> }) => {
  useImperativeHandle(ref, () => target.current ?? document.body, [target]);
  return null;
};

/** State of a dropdown. Its code is loaded, and it is rendered, when it is first opened. */
export const useDropdown = <Target extends HTMLElement = HTMLButtonElement>(popup: 'menu' | 'dialog') => {
  const id = useId();
  const ref = useRef<Target>(null);
  const [library, setLibrary] = useState<Library | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = async () => {
    holdKeys();
    const loaded = await loadFloating();
    // Mantine returns the focus only if the dropdown was closed at first.
    flushSync(() => setLibrary(loaded));
    setIsOpen(true);
  };
  const setOpen = (isRequested: boolean) => (isRequested ? void open() : setIsOpen(false));
  return {
    isOpen,
    setOpen,
    ref,
    library,
    dropdownProps: { id, opened: isOpen, onChange: setIsOpen },
    reference: <Reference target={ref} />,
    targetProps: {
      ref,
      id,
      'aria-haspopup': popup,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-dropdown` : undefined,
      'data-expanded': isOpen || undefined,
      onClick: () => setOpen(!isOpen),
    },
  };
};

export type Dropdown = Pick<ReturnType<typeof useDropdown>, 'library' | 'dropdownProps' | 'reference'>;

/** Properties of the button that opens a menu. */
export type MenuTargetProps = ReturnType<typeof useDropdown<HTMLButtonElement>>['targetProps'];

/** Menu of a button or, with `useDropdown`, of any element. */
export const DropdownMenu = ({
  dropdown: { library, dropdownProps, reference },
  panel,
  children,
  ...props
}: Omit<MenuProps, 'children' | keyof Dropdown['dropdownProps']> & {
  dropdown: Dropdown;
  panel?: MenuDropdownProps;
  children: (Menu: Library['Menu']) => ReactNode;
}) =>
  library && (
    <library.Menu {...props} {...dropdownProps}>
      <library.Menu.Target>{reference}</library.Menu.Target>
      <library.Menu.Dropdown {...panel}>{children(library.Menu)}</library.Menu.Dropdown>
    </library.Menu>
  );

/** Button with a menu. */
export const MenuButton = ({
  target,
  ...props
}: Omit<Parameters<typeof DropdownMenu>[0], 'dropdown'> & {
  target: (props: MenuTargetProps) => ReactNode;
}) => {
  const dropdown = useDropdown('menu');
  return (
    <>
      {target(dropdown.targetProps)}
      <DropdownMenu {...props} dropdown={dropdown} />
    </>
  );
};
