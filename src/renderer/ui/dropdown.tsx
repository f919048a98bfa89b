import { Menu, type MenuDropdownProps, type MenuProps } from '@mantine/core';
import { type ReactNode, type Ref, type RefObject, useId, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { holdKeys } from './hold-keys.ts';

/** Positions the dropdown at the element that opens it, which is rendered elsewhere. */
const Reference = ({ ref, target }: { ref?: Ref<HTMLElement>; target: RefObject<HTMLElement | null> }) => {
  useImperativeHandle(ref, () => target.current ?? document.body, [target]);
  return null;
};

/** State of a dropdown, which is rendered when it is first opened. */
export const useDropdown = <Target extends HTMLElement = HTMLButtonElement>(popup: 'menu' | 'dialog') => {
  const id = useId();
  const ref = useRef<Target>(null);
  const [isNeeded, setIsNeeded] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const setOpen = (isRequested: boolean) => {
    if (isRequested) {
      holdKeys();
      // Mantine returns the focus only if the dropdown was rendered closed at first.
      flushSync(() => setIsNeeded(true));
    }
    setIsOpen(isRequested);
  };
  return {
    isOpen,
    setOpen,
    ref,
    isNeeded,
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

export type Dropdown = Pick<ReturnType<typeof useDropdown>, 'isNeeded' | 'dropdownProps' | 'reference'>;

/** Properties of the button that opens a menu. */
export type MenuTargetProps = ReturnType<typeof useDropdown<HTMLButtonElement>>['targetProps'];

/** Menu of a button or, with `useDropdown`, of any element. */
export const DropdownMenu = ({
  dropdown: { isNeeded, dropdownProps, reference },
  panel,
  children,
  ...props
}: Omit<MenuProps, 'children' | keyof Dropdown['dropdownProps']> & {
  dropdown: Dropdown;
  panel?: MenuDropdownProps;
  children: () => ReactNode;
}) =>
  isNeeded && (
    <Menu {...props} {...dropdownProps}>
      <Menu.Target>{reference}</Menu.Target>
      <Menu.Dropdown {...panel}>{children()}</Menu.Dropdown>
    </Menu>
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
