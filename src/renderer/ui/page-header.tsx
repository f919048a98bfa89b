import { Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from './icon-button.tsx';
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
  return (
    <Group component="header" justify="space-between" gap="0.5rem 1rem" mih="2.25rem">
      <Group gap="sm" wrap="nowrap" flex="1 1 16rem" miw={0}>
        {back && <IconButton {...back} icon={<IconArrowLeft size="1.125rem" />} />}
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
      <Group gap="xs">{children}</Group>
    </Group>
  );
};
