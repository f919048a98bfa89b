import { Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { inSentence } from '#shared/resource-kit/labels.ts';
import classes from './page-header.module.css';

/** Sets the window's title to the parts and the app's name, without repeating a part. */
const usePageTitle = (parts: readonly string[]): void =>
  useDocumentTitle([...new Set([...parts, 'Catalogue Back Office'])].join(' – '));

/** Heading of a page. Sets the window's title and takes the focus when the page opens. */
export const PageHeader = ({
  title,
  subtitle,
  badge,
  picture,
  windowTitle = [title],
  count,
  back,
  breadcrumb = [],
  children,
}: {
  title: string;
  /** Shown beside the title. */
  subtitle?: string;
  badge?: ReactNode;
  /** Before the title. */
  picture?: ReactNode;
  /** Parts of the window's title before the app's name, the most specific first. */
  windowTitle?: readonly string[];
  count?: number;
  back?: { label: string; onClick: () => void };
  /** Links above the title: the list that the page belongs to, then parts of that list. */
  breadcrumb?: readonly { label: string; to: string }[];
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
  return (
    <Group component="header" justify="space-between" align="end" gap="0.5rem 1rem" mih="2.25rem">
      <div className={classes.heading}>
        {back && (
          <button type="button" onClick={back.onClick} className={`${classes.crumb} bo-no-print`}>
            <IconChevronLeft size="0.875rem" aria-hidden />
            {back.label}
          </button>
        )}
        {breadcrumb.map(({ label, to }, index) => (
          <Link
            key={to}
            to={to}
            aria-label={index === 0 ? `Back to ${inSentence(label)}` : undefined}
            className={`${classes.crumb} bo-no-print`}
          >
            {label}
            {index < breadcrumb.length - 1 && <IconChevronRight size="0.875rem" aria-hidden />}
          </Link>
        ))}
        <Group gap="sm" wrap="nowrap" mih="2.25rem">
          {picture}
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
