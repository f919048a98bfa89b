import type { MenuDropdownProps, MenuProps } from '@mantine/core';
import { type ReactNode, type Ref, type RefObject, useId, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { openOverlay, useOverlayLibrary } from './overlays.tsx';

type Menu = typeof import('@mantine/core').Menu;

/** Positions the dropdown at the element that opens it, which is rendered elsewhere. */
const Reference = ({ ref, target }: { ref?: Ref<HTMLElement>; target: RefObject<HTMLElement | null> }) => {
  useImperativeHandle(ref, () => target.current ?? document.body, [target]);
  return null;
};

/** State of a dropdown. Its code is loaded, and it is rendered, when it is first opened. */
export const useDropdown = <Target extends HTMLElement = HTMLButtonElement>(popup: 'menu' | 'dialog') => {
  const id = useId();
  const ref = useRef<Target>(null);
  const library = useOverlayLibrary();
  const [isNeeded, setIsNeeded] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    // Mantine returns the focus only if the dropdown was rendered closed at first.
    flushSync(() => setIsNeeded(true));
    setIsOpen(true);
  };
  const setOpen = (isRequested: boolean) => (isRequested ? void openOverlay(open) : setIsOpen(false));
  return {
    isOpen,
    setOpen,
    ref,
    library: isNeeded ? library : null,
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
  children: (Menu: Menu) => ReactNode;
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
