import { Code, CopyButton, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { IconButton } from '../../ui/icon-button.tsx';
import classes from './website-page.module.css';

/** A line of text with a button that copies it. */
export const CopiedText = ({ label, text }: { label: string; text: string }) => (
  <div>
    <Text size="sm" fw={500}>
      {label}
    </Text>
    <div className={classes.copied}>
      <Code className={classes.code}>{text}</Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <IconButton
            label={copied ? `${label} copied` : `Copy ${label.toLowerCase()}`}
            icon={copied ? <IconCheck size="1.125rem" /> : <IconCopy size="1.125rem" />}
            onClick={copy}
          />
        )}
      </CopyButton>
    </div>
  </div>
);
