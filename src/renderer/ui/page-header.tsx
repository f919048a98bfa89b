import { Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconChevronLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import classes from './page-header.module.css';

/** Sets the window's title to the parts and the app's name, without repeating a part. */
const usePageTitle = (parts: readonly string[]): void =>
  useDocumentTitle([...new Set([...parts, 'Catalogue Back Office'])].join(' – '));

/** Heading of a page. Sets the window's title and takes the focus when the page opens. */
export const PageHeader = ({
  title,
  subtitle,
  badge,
  windowTitle = [title],
  count,
  back,
  children,
}: {
  title: string;
  /** Shown beside the title. */
  subtitle?: string;
  badge?: ReactNode;
  /** Parts of the window's title before the app's name, the most specific first. */
  windowTitle?: readonly string[];
  count?: number;
  back?: { label: string } & ({ to: string } | { onClick: () => void });
  children?: ReactNode;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(windowTitle);
  useEffect(() => {
    const { activeElement } = document;
    const canTakeFocus =
      !activeElement || activeElement === document.body || !activeElement.closest('main, dialog, [role="dialog"]');
    if (canTakeFocus) heading.current?.focus({ preventScroll: true });
  }, []);
  const backProps = {
    className: `${classes.back} bo-no-print`,
    children: (
      <>
        <IconChevronLeft size="0.875rem" aria-hidden />
        {back?.label}
      </>
    ),
  };
  return (
    <Group component="header" justify="space-between" align="end" gap="0.5rem 1rem" mih="2.25rem">
      <div className={classes.heading}>
        {back &&
          ('to' in back ? (
            <Link to={back.to} {...backProps} />
          ) : (
            <button type="button" onClick={back.onClick} {...backProps} />
          ))}
        <Group gap="sm" wrap="nowrap" mih="2.25rem">
          <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </Title>
          {subtitle !== undefined && (
            <Text span className={classes.subtitle} title={subtitle}>
              {subtitle}
            </Text>
          )}
          {badge}
          {count !== undefined && (
            <span className={`${classes.count} bo-tabular`}>
              {count.toLocaleString('en')}
              <span className="bo-visually-hidden"> in total</span>
            </span>
          )}
        </Group>
      </div>
      <Group gap="xs">{children}</Group>
    </Group>
  );
};
