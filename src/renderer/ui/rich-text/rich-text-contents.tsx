import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconListSearch } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { getIssueHelp, listTextElements } from '#shared/text-issues.ts';
import classes from './rich-text-frame.module.css';
import { editAtCaret, type Quill, selectElement } from './rich-text-quill.ts';

type EditorRef = { quill: RefObject<Quill | null> };

const selfCheck =
  'Check yourself: words of other languages are marked, colours can be read and aren’t the only sign of anything';

const ContentsItems = ({ quill }: EditorRef) => {
  const elements = listTextElements(quill.current?.root.innerHTML ?? '');
  if (elements.length === 0) return <Menu.Item disabled>No headings, images, tables or links</Menu.Item>;
  return elements.map(({ label, issue }, index) => (
    <Menu.Item
      // biome-ignore lint/suspicious/noArrayIndexKey: the menu shows a text that doesn't change meanwhile
      key={index}
      leftSection={issue && <IconAlertTriangle size="1rem" color="var(--bo-warning-text)" aria-hidden />}
      onClick={() => editAtCaret(quill, (editor) => selectElement(editor, index))}
    >
      <Text size="sm" truncate maw="20rem">
        {label}
      </Text>
      {issue && <Text size="xs">{getIssueHelp(issue)}</Text>}
    </Menu.Item>
  ));
};

/** Leads to each heading, image, table and link of the text, and says what to correct. */
export const ContentsMenu = ({ quill }: EditorRef) => (
  <div className={classes.footer}>
    <Menu returnFocus={false} position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.tool}>
          <IconListSearch size="1rem" aria-hidden />
          Contents
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-description={selfCheck}>
        <Menu.Label maw="20rem" fw={400} aria-hidden>
          {selfCheck}
        </Menu.Label>
        <ContentsItems quill={quill} />
      </Menu.Dropdown>
    </Menu>
  </div>
);
