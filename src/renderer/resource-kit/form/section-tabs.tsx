import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { describeShortcut, useGlobalShortcut } from '../../ui/shortcuts.ts';
import { jumpTo } from './form-header.tsx';
import classes from './section-tabs.module.css';

/** `section` is the label of a section, and its tab. */
export type SectionTab = { section: string; count?: number };

const toHash = (section: string): string => `#${section.toLowerCase()}`;

const shortcutNames = ['firstTab', 'secondTab', 'thirdTab'] as const;

/** Share of the visible height at which a section counts as the one being read. */
const readingLine = 0.4;

/** Tabs under the title of a long form. They scroll to their sections, follow the scrolling, and are in the address. */
export const SectionTabs = ({
  tabs,
  formRef,
}: {
  tabs: readonly SectionTab[];
  formRef: RefObject<HTMLFormElement | null>;
}) => {
  const location = useLocation();
  const navigate = useNavigate();
  const [current, setCurrent] = useState(tabs[0]?.section);
  /** Scroll position after a jump; it says nothing about what the user reads. */
  const jumpedTo = useRef(-1);
  const find = (section: string) =>
    formRef.current?.querySelector<HTMLElement>(`section[aria-label="${CSS.escape(section)}"]`);
  const show = (section: string) => {
    const element = find(section);
    if (!element) return;
    jumpTo(element);
    jumpedTo.current = element.closest('[data-scroll]')?.scrollTop ?? -1;
    setCurrent(section);
  };
  const follow = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof HTMLElement) || !('scroll' in target.dataset)) return;
    if (target.scrollTop === jumpedTo.current) return;
    const { top, height } = target.getBoundingClientRect();
    const isAtEnd = target.scrollTop + target.clientHeight >= target.scrollHeight - 1;
    const line = isAtEnd ? Number.POSITIVE_INFINITY : top + height * readingLine;
    const read = tabs.findLast(({ section }) => (find(section)?.getBoundingClientRect().top ?? line) < line);
    setCurrent((read ?? tabs[0])?.section);
  });
  const openAddressed = useEffectEvent((hash: string) => {
    const addressed = tabs.find(({ section }) => toHash(section) === hash);
    if (addressed && addressed.section !== current) show(addressed.section);
  });
  useEffect(() => openAddressed(location.hash), [location.hash]);
  useEffect(() => {
    const form = formRef.current;
    form?.addEventListener('scroll', follow, { capture: true });
    return () => form?.removeEventListener('scroll', follow, { capture: true });
  }, [formRef]);
  const open = (index: number) => {
    const tab = tabs[index];
    if (!tab) return;
    show(tab.section);
    void navigate({ ...location, hash: toHash(tab.section) }, { replace: true, state: location.state });
  };
  useGlobalShortcut('firstTab', () => open(0));
  useGlobalShortcut('secondTab', () => open(1));
  useGlobalShortcut('thirdTab', () => open(2));
  return (
    <nav className={`${classes.tabs} bo-no-print`} aria-label="Sections">
      {tabs.map(({ section, count }, index) => {
        const name = shortcutNames[index];
        return (
          <Link
            key={section}
            to={{ ...location, hash: toHash(section) }}
            state={location.state}
            replace
            className={classes.tab}
            aria-current={section === current || undefined}
            title={name && describeShortcut(name)}
            onClick={() => show(section)}
          >
            {section}
            {count !== undefined && <span className={`${classes.count} bo-tabular`}>{count.toLocaleString('en')}</span>}
          </Link>
        );
      })}
    </nav>
  );
};
